"""A package a game, all with the same file names. Users import `oxideal.reference.<game>`."""
