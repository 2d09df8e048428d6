"""Tables: their stored state, live games, the commands of players and the frames sent back."""
