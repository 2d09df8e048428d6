"""What every title shares. Nothing in here knows a title."""
