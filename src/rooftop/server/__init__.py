"""The server: live tables for people and bots. It stores a move before it shows it."""
