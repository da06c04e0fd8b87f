"""The games of this package, by the names of their modules."""

NAMES = ("doudizhu", "foursquare", "mexican_train", "rummy")
