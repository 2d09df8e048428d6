"""What the server remembers of people: finished games, profiles, ratings; exporting and deleting it."""
