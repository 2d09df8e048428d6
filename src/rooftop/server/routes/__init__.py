"""Request handlers."""
