"""The command `oxideal play`, and what it tells a player. The page and servers use the words of each game."""
