"""The server: live tables for people and bots. A move is shown only after it has been stored."""
