//! The sentences of oxideal's games in several languages, as JSON: the files of the Python package
//! `oxideal.words`, which is in the same folder. The engine reads them.
#![forbid(unsafe_code)]
#![deny(missing_docs)]

macro_rules! files {
    ($($language:literal),*: $games:tt) => { &[$(files!(one $language $games)),*] };
    (one $language:literal [$($game:literal),*]) => {
        ($language, &[$(($game, include_str!(concat!($language, "/", $game, ".json")))),*])
    };
}

/// Each language, with the names of its files and their contents.
///
/// ```
/// let (language, files) = oxideal_words::LANGUAGES[0];
/// assert_eq!((language, files[0].0), ("en", "common"));
/// ```
pub const LANGUAGES: &[(&str, &[(&str, &str)])] =
    files!("en", "zh": ["common", "doudizhu", "foursquare", "mexican_train", "rummy"]);
