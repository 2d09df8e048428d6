"""Messages to people who are away: what they wish to be told, the outbox, and its delivery."""
