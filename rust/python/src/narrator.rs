//! What is said about a round, for all games.

use oxideal_engine::{Narrator as Engine, View};
use pyo3::prelude::*;

use crate::arguments;
use crate::classes::{ActionArgument, GameClasses, GameView, cast_argument};
use crate::errors::{MoveError, Result};

/// How many names are counted for a message.
const MAX_NAMES: usize = 100;

/// What a narrator says of views and moves of its game.
trait AnyNarrator: Send + Sync {
    fn tell(
        &self,
        before: &Bound<'_, PyAny>,
        chosen: &Bound<'_, PyAny>,
        after: &Bound<'_, PyAny>,
        seat: &Bound<'_, PyAny>,
    ) -> Result<Vec<String>>;
    fn of_move(&self, of: OfMove, view: &Bound<'_, PyAny>, chosen: &Bound<'_, PyAny>) -> Result<String>;
    fn of_view(&self, of: OfView, view: &Bound<'_, PyAny>) -> Result<Vec<String>>;
    fn names(&self) -> &[String];
    fn language(&self) -> &'static str;
    fn title(&self) -> String;
    fn explain_rules(&self) -> Vec<String>;
    fn joined(&self, sentences: &[String]) -> String;
    fn readable(&self, message: &str) -> String;
}

enum OfMove {
    Label,
    Spoken,
    Short,
}

enum OfView {
    Lines,
    Middle,
    Task,
    Result,
    Ended,
    ShownHands,
}

fn seen<'a, G: GameClasses>(view: &'a Bound<'_, PyAny>) -> Result<&'a View<G>> {
    let wanted = "a View of this game by the Rust engine";
    let found = GameView::<G>::from_argument(view).map(GameView::view);
    found.ok_or_else(|| arguments::wrong_type("view", wanted, view))
}

impl<G: GameClasses> AnyNarrator for Engine<G> {
    fn tell(
        &self,
        before: &Bound<'_, PyAny>,
        chosen: &Bound<'_, PyAny>,
        after: &Bound<'_, PyAny>,
        seat: &Bound<'_, PyAny>,
    ) -> Result<Vec<String>> {
        let seat = arguments::seat("seat", seat, Self::rules(self))?;
        let (_, chosen) = ActionArgument::<G>::read(chosen)?.resolve(Self::rules(self))?;
        Ok(Self::tell(self, seen(before)?, chosen, seen(after)?, seat)?)
    }

    fn of_move(&self, of: OfMove, view: &Bound<'_, PyAny>, chosen: &Bound<'_, PyAny>) -> Result<String> {
        let (_, chosen) = ActionArgument::<G>::read(chosen)?.resolve(Self::rules(self))?;
        let view = seen(view)?;
        Ok(match of {
            OfMove::Label => self.label(view, chosen),
            OfMove::Spoken => self.spoken(view, chosen),
            OfMove::Short => self.short(view, chosen),
        }?)
    }

    fn of_view(&self, of: OfView, view: &Bound<'_, PyAny>) -> Result<Vec<String>> {
        let view = seen(view)?;
        Ok(match of {
            OfView::Lines => self.lines(view),
            OfView::Middle => self.middle(view),
            OfView::Task => self.task(view).map(|task| vec![task]),
            OfView::Result => self.result(view).map(|result| vec![result]),
            OfView::Ended => self.ended(view),
            OfView::ShownHands => self.shown_hands(view),
        }?)
    }

    fn names(&self) -> &[String] {
        Self::names(self)
    }

    fn language(&self) -> &'static str {
        self.words().language()
    }

    fn title(&self) -> String {
        Self::title(self)
    }

    fn explain_rules(&self) -> Vec<String> {
        Self::explain_rules(self)
    }

    fn joined(&self, sentences: &[String]) -> String {
        Self::joined(self, sentences)
    }

    fn readable(&self, message: &str) -> String {
        Self::readable(self, message)
    }
}

/// Creates a narrator if the rules are of this game.
fn narrator<G: GameClasses>(
    rules: &Bound<'_, PyAny>,
    own: Option<&Bound<'_, PyAny>>,
    names: &Bound<'_, PyAny>,
    language: &str,
    suits: bool,
) -> Result<Option<Box<dyn AnyNarrator>>> {
    let Some(rules) = cast_argument::<G::RulesClass, G::Rules>(rules) else { return Ok(None) };
    let own = own.map(|seat| arguments::seat("own", seat, rules)).transpose()?;
    let name = |name: &Bound<'_, PyAny>| Ok(arguments::text("a name", name)?.into_owned());
    let names = arguments::per_seat("names", names, rules, MAX_NAMES, name)?;
    let made = Engine::<G>::new(rules, own, names, language)?;
    Ok(Some(Box::new(if suits { made } else { made.with_letters() })))
}

/// Says what happens in a round, to the player in one seat or, if `own` is None, to a spectator.
///
/// Narrator(rules: Any, own: int | None, names: Sequence[str], language: str = "en", *,
///     suits: bool = True)
///
/// There is a name for each seat. Without `suits`, cards are 7S and not 7♠. Views must be of the reader's seat.
#[pyclass(frozen, module = "oxideal._native")]
pub(crate) struct Narrator(Box<dyn AnyNarrator>);

#[pymethods]
impl Narrator {
    #[new]
    #[pyo3(
        signature = (rules, own, names, language=arguments::Defaulted::Missing, *, suits=true),
        text_signature = "(rules, own, names, language='en', *, suits=True)"
    )]
    fn new(
        rules: &Bound<'_, PyAny>,
        own: Option<&Bound<'_, PyAny>>,
        names: &Bound<'_, PyAny>,
        language: arguments::Defaulted<'_>,
        suits: bool,
    ) -> Result<Self> {
        let language = &arguments::language(&language)?;
        let mut made = None;
        macro_rules! find {
            ($(($module:ident, $Game:ident))*) => {
                $(if made.is_none() {
                    made = narrator::<oxideal_engine::$module::$Game>(rules, own, names, language, suits)?;
                })*
            };
        }
        oxideal_engine::for_each_game!(find);
        let wrong = || arguments::wrong_type("rules", "a Rules object of the Rust engine", rules);
        made.ok_or_else(wrong).map(Self)
    }

    /// The names of the players; that of the reader is "You".
    ///
    /// names: list[str]
    #[getter]
    fn names(&self) -> Vec<String> {
        self.0.names().to_vec()
    }

    /// The name of the game.
    ///
    /// title: str
    #[getter]
    fn title(&self) -> String {
        self.0.title()
    }

    /// Return sentences about a move of a seat: the views are those before the move and after it.
    ///
    /// tell(before: Any, move: Any, after: Any, seat: int, /) -> list[str]
    #[pyo3(signature = (before, r#move, after, seat, /))]
    fn tell(
        &self,
        before: &Bound<'_, PyAny>,
        r#move: &Bound<'_, PyAny>,
        after: &Bound<'_, PyAny>,
        seat: &Bound<'_, PyAny>,
    ) -> Result<Vec<String>> {
        self.0.tell(before, r#move, after, seat)
    }

    /// Return a move as it is listed.
    ///
    /// label(view: Any, move: Any, /) -> str
    #[pyo3(signature = (view, r#move, /))]
    fn label(&self, view: &Bound<'_, PyAny>, r#move: &Bound<'_, PyAny>) -> Result<String> {
        self.0.of_move(OfMove::Label, view, r#move)
    }

    /// Return a move as it is named in a sentence.
    ///
    /// spoken(view: Any, move: Any, /) -> str
    #[pyo3(signature = (view, r#move, /))]
    fn spoken(&self, view: &Bound<'_, PyAny>, r#move: &Bound<'_, PyAny>) -> Result<String> {
        self.0.of_move(OfMove::Spoken, view, r#move)
    }

    /// Return a word or two beside the player who moves; "" if the table shows the move.
    ///
    /// short(view: Any, move: Any, /) -> str
    #[pyo3(signature = (view, r#move, /))]
    fn short(&self, view: &Bound<'_, PyAny>, r#move: &Bound<'_, PyAny>) -> Result<String> {
        self.0.of_move(OfMove::Short, view, r#move)
    }

    /// Return the table and the reader's hand in sentences, for screen readers.
    ///
    /// lines(view: Any, /) -> list[str]
    #[pyo3(signature = (view, /))]
    fn lines(&self, view: &Bound<'_, PyAny>) -> Result<Vec<String>> {
        self.0.of_view(OfView::Lines, view)
    }

    /// Return the lines that a drawing of the table does not show.
    ///
    /// middle(view: Any, /) -> list[str]
    #[pyo3(signature = (view, /))]
    fn middle(&self, view: &Bound<'_, PyAny>) -> Result<Vec<String>> {
        self.0.of_view(OfView::Middle, view)
    }

    /// Return what the reader has to do, or whose turn it is; "" when the round is over.
    ///
    /// task(view: Any, /) -> str
    #[pyo3(signature = (view, /))]
    fn task(&self, view: &Bound<'_, PyAny>) -> Result<String> {
        Ok(self.0.of_view(OfView::Task, view)?.concat())
    }

    /// Return how the round ended, in two or three words; "" before the end.
    ///
    /// result(view: Any, /) -> str
    #[pyo3(signature = (view, /))]
    fn result(&self, view: &Bound<'_, PyAny>) -> Result<String> {
        Ok(self.0.of_view(OfView::Result, view)?.concat())
    }

    /// Return sentences about how the round ended; none before the end.
    ///
    /// ended(view: Any, /) -> list[str]
    #[pyo3(signature = (view, /))]
    fn ended(&self, view: &Bound<'_, PyAny>) -> Result<Vec<String>> {
        self.0.of_view(OfView::Ended, view)
    }

    /// Return sentences about the hands that are shown at the end.
    ///
    /// shown_hands(view: Any, /) -> list[str]
    #[pyo3(signature = (view, /))]
    fn shown_hands(&self, view: &Bound<'_, PyAny>) -> Result<Vec<String>> {
        self.0.of_view(OfView::ShownHands, view)
    }

    /// Return the rules of the game as paragraphs.
    ///
    /// rules() -> list[str]
    fn rules(&self) -> Vec<String> {
        self.0.explain_rules()
    }

    /// Join sentences to a paragraph.
    ///
    /// joined(sentences: list[str], /) -> str
    #[pyo3(signature = (sentences, /))]
    fn joined(&self, sentences: Vec<String>) -> String {
        self.0.joined(&sentences)
    }

    /// Return why a move is refused; the message of any other error.
    ///
    /// refusal(error: Exception, /) -> str
    #[pyo3(signature = (error, /))]
    fn refusal(&self, error: &Bound<'_, PyAny>) -> Result<String> {
        let message = if error.is_instance_of::<MoveError>() {
            error.call_method1("message", (self.0.language(),))?.str()?
        } else {
            error.str()?
        };
        Ok(self.0.readable(&message.to_string_lossy()))
    }
}
