"""Live tables: people and bots, durable and honest. Nothing is shown that is not stored."""
