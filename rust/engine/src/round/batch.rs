//! Many rounds stepped together. When a round ends, the next one is dealt.

use std::ops::Range;

use super::State;
use crate::error::Error;
use crate::game::{Game, Knowledge as _, Observe, Position, Rules, Trail as _, describe_actions};
use crate::ids::Action;
use crate::random::{Chance, Seed, SplitMix64, Stream};
use crate::recent::Recent;

/// A part of a batch's games. Chunks can be stepped on different threads; the results are the same
/// as on one.
///
/// ```
/// use oxideal_engine::rummy::{Rules, Rummy};
/// use oxideal_engine::{BatchChunk, Rows, Seed, observation_size};
///
/// const GAMES: usize = 8;
/// let rules = Rules::default();
/// let mut chunk = BatchChunk::<Rummy>::new(&rules, Seed::from(1), 0, GAMES, GAMES as u64)?;
/// let mut rows = Rows {
///     observations: &mut vec![0; GAMES * observation_size::<Rummy>(&rules)],
///     current_player: &mut [0; GAMES],
///     rewards: &mut [0; 2 * GAMES],
///     terminated: &mut [false; GAMES],
///     episode: &mut [0; GAMES],
/// };
/// chunk.reset(&mut rows)?;
/// while rows.episode[0] == 0 {
///     let last = chunk.ends().iter().map(|&end| chunk.legal()[end - 1]);
///     let actions: Vec<i64> = last.map(i64::from).collect();
///     chunk.check(&actions).map_err(|(_, error)| error)?;
///     chunk.step(&actions, &mut rows)?;
/// }
/// assert!(rows.terminated[0]);
/// # Ok::<(), oxideal_engine::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct BatchChunk<G: Game> {
    rules: G::Rules,
    deals: Deals,
    playing: Vec<Playing<G>>,
    /// The legal actions of all games; `ends` says where those of each game end. Both are empty
    /// before the first deal, and after a step without enough memory for them.
    legal: Vec<Action>,
    ends: Vec<usize>,
}

/// Where the rounds of a chunk come from.
#[derive(Clone, Copy, Debug)]
struct Deals {
    seed: Seed,
    /// The number of the first of these games in the batch.
    first: u64,
    /// The number of games in the chunk.
    count: usize,
    /// The number of games in the batch.
    total: u64,
}

impl Deals {
    /// The stream number of a round of one game.
    fn stream(&self, game: usize, episode: u64) -> u128 {
        u128::from(self.first) + game as u128 + u128::from(episode) * u128::from(self.total)
    }
}

/// The current round of one game.
#[derive(Clone, Debug)]
struct Playing<G: Game> {
    position: G::Position,
    knowledge: <G::Position as Position>::Knowledge,
    trail: <G::Position as Observe>::Trail,
    recent: Recent,
    /// The number of earlier rounds.
    episode: u64,
    /// The number of words drawn from the stream so far.
    words: u64,
}

impl<G: Game> Playing<G> {
    fn deal(rules: &G::Rules, deals: &Deals, game: usize, episode: u64) -> Self {
        let mut chance = Stream::new(deals.seed, deals.stream(game, episode));
        let position = G::Position::deal(rules, None, &mut chance);
        let (knowledge, trail, recent) = Default::default();
        Self { position, knowledge, trail, recent, episode, words: chance.position() }
    }

    /// Plays a legal action. Returns whether the round continues.
    #[inline]
    fn play(&mut self, rules: &G::Rules, deals: &Deals, game: usize, action: Action) -> bool {
        let Some(seat) = self.position.current_player() else { return false };
        let Some(chosen) = rules.to_move(action) else { return false };
        self.knowledge.record(rules, &self.position, chosen);
        self.recent.push(seat, action);
        let number = deals.stream(game, self.episode);
        let mut chance = LazyStream { seed: &deals.seed, number, drawn: self.words, stream: None };
        self.position.play_move(rules, chosen, &mut chance);
        self.words = chance.position();
        self.trail.add(rules, seat, chosen);
        self.position.current_player().is_some()
    }
}

/// A stream that is created when first needed. Most actions draw nothing.
struct LazyStream<'a> {
    seed: &'a Seed,
    number: u128,
    drawn: u64,
    stream: Option<Stream>,
}

impl LazyStream<'_> {
    fn position(&self) -> u64 {
        self.stream.as_ref().map_or(self.drawn, Stream::position)
    }
}

impl Chance for LazyStream<'_> {
    #[cold]
    fn below(&mut self, n: u32) -> u32 {
        let stream = self.stream.get_or_insert_with(|| {
            let mut stream = Stream::new(*self.seed, self.number);
            stream.set_position(self.drawn);
            stream
        });
        stream.below(n)
    }
}

/// A list that is this many times too long is replaced. Not less: in games that take turns between a
/// few choices and many, that would be each other step.
const MAX_SPARE: usize = 8;

/// Small values of this many games are collected and written together.
const CHUNK_LEN: usize = 64;

/// The arrays that a step writes to, game by game.
///
/// See the example of [`BatchChunk`].
#[derive(Debug)]
pub struct Rows<'a> {
    /// The observation of the seat to move.
    pub observations: &'a mut [u8],
    /// The seat to move.
    pub current_player: &'a mut [i8],
    /// The payoffs of the round that ended, one per seat; 0 if none ended.
    pub rewards: &'a mut [i32],
    /// Whether a round ended.
    pub terminated: &'a mut [bool],
    /// The number of rounds that have ended so far.
    pub episode: &'a mut [i64],
}

impl Rows<'_> {
    /// Splits off the rows of the first games, for another chunk.
    #[must_use]
    pub fn split_off(&mut self, games: usize) -> Self {
        let all = self.terminated.len();
        let (entries, seats) = (self.observations.len() / all, self.rewards.len() / all);
        Self {
            observations: self.observations.split_off_mut(..entries * games).unwrap_or_default(),
            current_player: self.current_player.split_off_mut(..games).unwrap_or_default(),
            rewards: self.rewards.split_off_mut(..seats * games).unwrap_or_default(),
            terminated: self.terminated.split_off_mut(..games).unwrap_or_default(),
            episode: self.episode.split_off_mut(..games).unwrap_or_default(),
        }
    }
}

impl<G: Game> BatchChunk<G> {
    /// Creates the chunk with `count` games of a batch of `total`, starting with number `first`.
    /// Call [`reset`](Self::reset) to deal them.
    ///
    /// # Errors
    /// Returns [`Error::OutOfMemory`] if there is too little memory.
    pub fn new(rules: &G::Rules, seed: Seed, first: u64, count: usize, total: u64) -> Result<Self, Error> {
        let (mut playing, mut ends) = (Vec::new(), Vec::new());
        playing.try_reserve_exact(count)?;
        ends.try_reserve_exact(count)?;
        let deals = Deals { seed, first, count, total };
        Ok(Self { rules: rules.clone(), deals, playing, legal: Vec::new(), ends })
    }

    /// Returns the number of games in this chunk.
    #[must_use]
    pub const fn count(&self) -> usize {
        self.deals.count
    }

    /// Returns the legal actions of all games, game by game, ascending within each.
    #[must_use]
    pub fn legal(&self) -> &[Action] {
        &self.legal
    }

    /// Returns, for each game, where its actions end in [`legal`](Self::legal).
    #[must_use]
    pub fn ends(&self) -> &[usize] {
        &self.ends
    }

    /// Whether an action is among those of a game, which are at this range of `legal`.
    #[inline]
    fn is_legal(&self, range: Range<usize>, action: Action) -> bool {
        const FEW: usize = 16;
        let legal = self.legal[range.start..].first_chunk::<FEW>().filter(|_| range.len() <= FEW);
        let Some(legal) = legal else { return self.legal[range].binary_search(&action).is_ok() };
        // Without a loop, since nobody can predict how many actions there are.
        let equal =
            legal.iter().zip(0..).fold(0, |equal, (&other, n)| equal | u32::from(other == action) << n);
        equal & ((1 << range.len()) - 1) != 0
    }

    /// Writes the features of the legal actions of all games, a row for each action of
    /// [`legal`](Self::legal).
    ///
    /// # Panics
    /// Panics unless there is room for a row for each action.
    pub fn describe_legal(&self, rows: &mut [u8]) {
        let size = rows.len() / self.legal.len().max(1);
        assert_eq!(size * self.legal.len(), rows.len(), "a row for each action");
        let mut rows = rows;
        for (game, legal) in self.playing.iter().zip(self.legal_by_game()) {
            let own = rows.split_off_mut(..size * legal.len()).unwrap_or_default();
            describe_actions::<G>(&self.rules, &game.position, legal, own);
        }
    }

    /// The legal actions of each game.
    fn legal_by_game(&self) -> impl Iterator<Item = &[Action]> {
        let mut start = 0;
        self.ends.iter().map(move |&end| &self.legal[std::mem::replace(&mut start, end)..end])
    }

    /// Deals the first round of each game.
    ///
    /// # Errors
    /// Like [`step`](Self::step).
    pub fn reset(&mut self, rows: &mut Rows<'_>) -> Result<(), Error> {
        let Self { rules, deals, .. } = self;
        let dealt = (0..deals.count).map(|game| Playing::deal(rules, deals, game, 0));
        self.playing.clear();
        self.playing.extend(dealt);
        self.advance(rows, |_, _, _, _| false)
    }

    /// Checks one action per game, before [`step`](Self::step) plays them.
    ///
    /// # Errors
    /// Returns the number, in the batch, of the first game whose action cannot be played, with
    /// [`Error::IllegalMove`] or [`Error::InvalidMove`].
    ///
    /// # Panics
    /// Panics unless there is one action per game, and [`legal`](Self::legal) has their actions.
    pub fn check(&self, actions: &[i64]) -> Result<(), (u64, Error)> {
        assert_eq!(actions.len(), self.ends.len(), "one action per game");
        let num_actions = self.rules.num_actions();
        let mut start = 0;
        for (game, (&given, &end)) in actions.iter().zip(&self.ends).enumerate() {
            let action = Action::try_from(given).ok().filter(|&action| action < num_actions);
            let range = std::mem::replace(&mut start, end)..end;
            if action.is_some_and(|action| self.is_legal(range, action)) {
                continue;
            }
            let error = match action.and_then(|action| self.rules.to_move(action)) {
                Some(chosen) => Error::IllegalMove(self.playing[game].position.refusal(&self.rules, chosen)),
                None => Error::no_action(given, num_actions),
            };
            return Err((self.deals.first + game as u64, error));
        }
        Ok(())
    }

    /// Plays one action in each game; [`check`](Self::check) them first. If a round ends, the next
    /// one is dealt.
    ///
    /// # Errors
    /// Returns [`Error::OutOfMemory`] if there is too little memory for the legal actions. All games
    /// have moved then, but only [`reset`](Self::reset) and [`state`](Self::state) may be called
    /// next.
    pub fn step(&mut self, actions: &[i64], rows: &mut Rows<'_>) -> Result<(), Error> {
        self.advance(rows, |rules, deals, number, game| {
            !game.play(rules, deals, number, actions[number] as Action)
        })
    }

    /// Calls `act` for each game, which returns whether the round ended, and writes the game's row
    /// while it is in the cache.
    fn advance(
        &mut self,
        rows: &mut Rows<'_>,
        act: impl Fn(&G::Rules, &Deals, usize, &mut Playing<G>) -> bool,
    ) -> Result<(), Error> {
        let Self { rules, deals, playing, .. } = self;
        // Avoid false sharing with other threads, which write nearby: growing vectors move to the
        // stack, and small values are written in chunks.
        let (mut legal, mut ends) = (std::mem::take(&mut self.legal), std::mem::take(&mut self.ends));
        ends.clear();
        // Reserve before each game, since `legal` appends without a check: the whole table at most.
        // Not in the chunk's own list, which would keep so much memory.
        let (mut listed, most) = (Vec::new(), rules.num_actions() as usize);
        let mut enough = listed.try_reserve(legal.capacity() + most);
        let players = rules.players();
        let size = rows.observations.len() / deals.count;
        rows.rewards.fill(0);
        let observations = rows.observations.chunks_exact_mut(size);
        let rewards = rows.rewards.chunks_exact_mut(players);
        let mut seats = [0; CHUNK_LEN];
        let mut ended = [false; CHUNK_LEN];
        for (number, ((game, row), rewards)) in playing.iter_mut().zip(observations).zip(rewards).enumerate()
        {
            let index = number % CHUNK_LEN;
            ended[index] = act(rules, deals, number, game);
            if ended[index] {
                game.position.payoffs(rules, rewards);
                *game = Playing::deal(rules, deals, number, game.episode + 1);
            }
            let seat = game.position.current_player().unwrap_or(0);
            seats[index] = seat as i8;
            game.position.observe(rules, &game.knowledge, &game.trail, seat, row);
            if enough.is_ok() {
                enough = listed.try_reserve(most);
            }
            if enough.is_ok() {
                game.position.legal(rules, &mut listed);
                ends.push(listed.len());
            }
            if index + 1 == CHUNK_LEN || number + 1 == deals.count {
                let first = number - index;
                rows.terminated[first..=number].copy_from_slice(&ended[..=index]);
                rows.current_player[first..=number].copy_from_slice(&seats[..=index]);
            }
        }
        rows.episode.iter_mut().zip(playing).for_each(|(row, game)| *row = game.episode as i64);
        legal.clear();
        if legal.capacity() / MAX_SPARE > listed.len() {
            // After all deals, the lists can be many times as long as usual.
            legal = Vec::new();
        }
        enough = enough.and_then(|()| legal.try_reserve_exact(listed.len()));
        if enough.is_ok() {
            legal.extend_from_slice(&listed);
        } else {
            legal = Vec::new();
            ends.clear();
        }
        (self.legal, self.ends) = (legal, ends);
        Ok(enough?)
    }

    /// Draws a uniformly random legal action for each game, with the generator for its number.
    ///
    /// # Panics
    /// Like [`check`](Self::check).
    pub fn sample(&self, generator: impl Fn(u64) -> SplitMix64, actions: &mut [i32]) {
        assert_eq!(actions.len(), self.ends.len(), "one action per game");
        let games = actions.iter_mut().zip(self.legal_by_game());
        for (game, (action, legal)) in (self.deals.first..).zip(games) {
            let mut chance = generator(game);
            *action = legal[chance.below(legal.len() as u32) as usize] as i32;
        }
    }

    /// Returns one of the games as a state, without history but with the last actions.
    #[must_use]
    pub fn state(&self, game: usize) -> State<G> {
        let playing = &self.playing[game];
        let mut chance = Stream::new(self.deals.seed, self.deals.stream(game, playing.episode));
        chance.set_position(playing.words);
        let (rules, knowledge) = (self.rules.clone(), playing.knowledge.clone());
        State::with_knowledge(rules, playing.position.clone(), knowledge, chance).with_recent(playing.recent)
    }
}
