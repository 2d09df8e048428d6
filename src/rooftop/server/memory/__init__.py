"""What is remembered of people: finished games, profiles, ratings; exporting and deleting it."""
