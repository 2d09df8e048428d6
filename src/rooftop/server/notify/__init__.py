"""Messages to people who are away: their wishes, the outbox, and delivery."""
