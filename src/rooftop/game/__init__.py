"""What a game is: titles, positions, matches, editions and files."""
