// The messages of the protocol for bots, docs/protocol.md, one namespace for each game. Made from the JSON Schemas of
// oxideal by docs/_tools/typescript.py.

export namespace DouDizhu {
  export type Natural = number;
  export type Seat = number;
  export type Reason = "resigned" | "time" | "left" | "rules";
  export type Results = Array<number> | null;
  export type Recent = Array<Turn>;
  export type Card = "3" | "4" | "5" | "6" | "7" | "8" | "9" | "T" | "J" | "Q" | "K" | "A" | "2" | "B" | "R";
  export type Cards = Array<Card>;
  export type Forfeit = { seat: Seat; why: Reason };
  export type Turn = { seat: Seat; move: Move };
  export type Move = { id: Natural; text: string; kind: "pass" | "bid" | "call" | "rob" | "double" | "show" | "single" | "pair" | "triplet" | "triplet_with_card" | "triplet_with_pair" | "sequence" | "sequence_of_pairs" | "sequence_of_triplets" | "sequence_of_triplets_with_cards" | "sequence_of_triplets_with_pairs" | "quadplex_with_cards" | "quadplex_with_pairs" | "bomb" | "rocket"; bid: number | null; rank: Card | null; length: number; cards: Cards; main: Cards; attached: Cards };
  export type View = { format: 1; game: "doudizhu"; rules: Rules; seat: Seat; text: string; hand: Cards; unseen: Cards; known: Array<Cards>; current_player: Seat | null; payoffs: Results; winners: Results; scores: Results; forfeited: Forfeit | null; recent: Recent; phase: "auction" | "doubling" | "showing" | "play" | "over"; dealer: Seat; first_bidder: Seat; face_up: Card | null; face_up_seat: Seat | null; bids: Array<number>; redeals: Natural; landlord: Seat | null; bid: number | null; kitty: Cards | null; hand_sizes: Array<Natural>; played: Array<Cards>; plays: Array<Natural>; doublings: Natural; doubled: Array<boolean>; shown: boolean; stakes: Array<Natural> | null; to_beat: Move | null; to_beat_seat: Seat | null; passes: Natural };
  export type Rules = { players: 3 | 4; auction: "bid" | "call" | false | true; all_pass: "redeal" | "void" | "first"; max_redeals: number | null; sequence_max: number; spring: boolean; kicker_repeat: number; kicker_both_jokers: boolean; kicker_extends_chain: boolean; quadplex: boolean; doubling: boolean; open_hand: boolean; max_doublings: number | null };
  export type Event =
    | { kind: "dealer"; text: string; seat: Seat }
    | { kind: "first"; text: string; seat: Seat }
    | { kind: "face_up"; text: string; card: Card; seat: Seat | null }
    | { kind: "hand"; text: string; cards: Cards }
    | { kind: "kitty"; text: string; cards: Cards }
    | { kind: "shown"; text: string; cards: Cards }
    | { kind: "move"; text: string; seat: Seat; move: Move }
    | { kind: "position"; text: string; view: View }
    | { kind: "forfeit"; text: string; seat: Seat; why: Reason };
  export type Clock = { move: Natural; bank: Natural; increment: Natural; grace: Natural };
  export type Legal = { id: Natural; text: string };
  export type HostMessage =
    | { kind: "hello"; versions: Array<Natural>; name: string }
    | { kind: "options"; values: Record<string, unknown> }
    | { kind: "new_round"; game: string; rules: Rules; seat: Seat; names: Array<string>; clock: Clock | null; totals: Results }
    | { kind: "events"; events: Array<Event> }
    | { kind: "question"; id: Natural; time: Natural | null; bank: Natural | null; legal?: Array<Legal>; view?: View }
    | { kind: "stop"; id: Natural }
    | { kind: "ping"; id: Natural }
    | { kind: "end_round"; payoffs: Results; winners: Results; scores: Results; view?: View }
    | { kind: "end_match"; totals: Array<number>; winners: Array<Seat> }
    | { kind: "error"; rule: string | null; text: string }
    | { kind: "bye"; reason?: "stopping" | "replaced" | "silent" };
  export type BotMessage =
    | { kind: "hello"; version: Natural; name: string; games?: Array<string>; wants?: Array<string>; options?: Record<string, unknown> }
    | { kind: "answer"; id: Natural; move: Natural | string }
    | { kind: "info"; id: Natural; line?: Array<string>; value?: number; nodes?: Natural }
    | { kind: "pong"; id: Natural }
    | { kind: "error"; id?: Natural; rule?: string | null; text: string }
    | { kind: "bye" };
}

export namespace FourSquare {
  export type Natural = number;
  export type Seat = number;
  export type Reason = "resigned" | "time" | "left" | "rules";
  export type Results = Array<number> | null;
  export type Recent = Array<Turn>;
  export type Card = string;
  export type Cards = Array<Card>;
  export type Line = Array<number>;
  export type Forfeit = { seat: Seat; why: Reason };
  export type Turn = { seat: Seat; move: Move };
  export type Move = { id: Natural; text: string; kind: "place"; row: number; column: number };
  export type View = { format: 1; game: "foursquare"; rules: Rules; seat: Seat; text: string; unseen: Cards; current_player: Seat | null; payoffs: Results; winners: Results; scores: Results; forfeited: Forfeit | null; recent: Recent; card: Card | null; piles: Array<Pile>; grid: Array<Line>; stock_size: Natural; is_won: boolean };
  export type Rules = { diagonal: boolean };
  export type Pile = { row: number; column: number; cards: Array<Card>; face_up: boolean };
  export type Event =
    | { kind: "card"; text: string; card: Card }
    | { kind: "place"; text: string; move: Move }
    | { kind: "position"; text: string; view: View }
    | { kind: "forfeit"; text: string; seat: Seat; why: Reason };
  export type Clock = { move: Natural; bank: Natural; increment: Natural; grace: Natural };
  export type Legal = { id: Natural; text: string };
  export type HostMessage =
    | { kind: "hello"; versions: Array<Natural>; name: string }
    | { kind: "options"; values: Record<string, unknown> }
    | { kind: "new_round"; game: string; rules: Rules; seat: Seat; names: Array<string>; clock: Clock | null; totals: Results }
    | { kind: "events"; events: Array<Event> }
    | { kind: "question"; id: Natural; time: Natural | null; bank: Natural | null; legal?: Array<Legal>; view?: View }
    | { kind: "stop"; id: Natural }
    | { kind: "ping"; id: Natural }
    | { kind: "end_round"; payoffs: Results; winners: Results; scores: Results; view?: View }
    | { kind: "end_match"; totals: Array<number>; winners: Array<Seat> }
    | { kind: "error"; rule: string | null; text: string }
    | { kind: "bye"; reason?: "stopping" | "replaced" | "silent" };
  export type BotMessage =
    | { kind: "hello"; version: Natural; name: string; games?: Array<string>; wants?: Array<string>; options?: Record<string, unknown> }
    | { kind: "answer"; id: Natural; move: Natural | string }
    | { kind: "info"; id: Natural; line?: Array<string>; value?: number; nodes?: Natural }
    | { kind: "pong"; id: Natural }
    | { kind: "error"; id?: Natural; rule?: string | null; text: string }
    | { kind: "bye" };
}

export namespace MexicanTrain {
  export type Natural = number;
  export type Seat = number;
  export type Reason = "resigned" | "time" | "left" | "rules";
  export type Results = Array<number> | null;
  export type Recent = Array<Turn>;
  export type Number = number;
  export type Tile = Array<Number>;
  export type Tiles = Array<Tile>;
  export type Forfeit = { seat: Seat; why: Reason };
  export type Turn = { seat: Seat; move: Move };
  export type Move = { id: Natural; text: string; kind: "play" | "draw" | "pass"; tile: Tile | null; train: string | null };
  export type View = { format: 1; game: "mexican_train"; rules: Rules; seat: Seat; text: string; hand: Tiles; unseen: Tiles; current_player: Seat | null; payoffs: Results; winners: Results; scores: Results; forfeited: Forfeit | null; recent: Recent; turn: Seat; trains: Array<Tiles>; mexican: Tiles; ends: Array<Number>; mexican_end: Number; marked: Array<boolean>; open_doubles: Array<Number>; dead_doubles: Array<Number>; doubled: boolean; drew: boolean; hand_sizes: Array<Natural>; boneyard_size: Natural; idle_passes: Natural; went_out: Seat | null; lacks: Array<Array<Number>>; hands: Array<Tiles | null> };
  export type Rules = { players: number; set: number; engine: Number; hand_size: number; follow_up: "available" | "double"; close_order: "laid" | "reverse" };
  export type Event =
    | { kind: "start"; text: string; seat: Seat }
    | { kind: "hand"; text: string; tiles: Tiles }
    | { kind: "one_tile_left"; text: string; seat: Seat }
    | { kind: "holds"; text: string; seat: Seat; tiles: Tiles }
    | { kind: "draw"; text: string; seat: Seat; move: Move; tile: Tile | null }
    | { kind: "move"; text: string; seat: Seat; move: Move }
    | { kind: "position"; text: string; view: View }
    | { kind: "forfeit"; text: string; seat: Seat; why: Reason };
  export type Clock = { move: Natural; bank: Natural; increment: Natural; grace: Natural };
  export type Legal = { id: Natural; text: string };
  export type HostMessage =
    | { kind: "hello"; versions: Array<Natural>; name: string }
    | { kind: "options"; values: Record<string, unknown> }
    | { kind: "new_round"; game: string; rules: Rules; seat: Seat; names: Array<string>; clock: Clock | null; totals: Results }
    | { kind: "events"; events: Array<Event> }
    | { kind: "question"; id: Natural; time: Natural | null; bank: Natural | null; legal?: Array<Legal>; view?: View }
    | { kind: "stop"; id: Natural }
    | { kind: "ping"; id: Natural }
    | { kind: "end_round"; payoffs: Results; winners: Results; scores: Results; view?: View }
    | { kind: "end_match"; totals: Array<number>; winners: Array<Seat> }
    | { kind: "error"; rule: string | null; text: string }
    | { kind: "bye"; reason?: "stopping" | "replaced" | "silent" };
  export type BotMessage =
    | { kind: "hello"; version: Natural; name: string; games?: Array<string>; wants?: Array<string>; options?: Record<string, unknown> }
    | { kind: "answer"; id: Natural; move: Natural | string }
    | { kind: "info"; id: Natural; line?: Array<string>; value?: number; nodes?: Natural }
    | { kind: "pong"; id: Natural }
    | { kind: "error"; id?: Natural; rule?: string | null; text: string }
    | { kind: "bye" };
}

export namespace Rummy {
  export type Natural = number;
  export type Seat = number;
  export type Reason = "resigned" | "time" | "left" | "rules";
  export type Results = Array<number> | null;
  export type Recent = Array<Turn>;
  export type Card = string;
  export type Cards = Array<Card>;
  export type Forfeit = { seat: Seat; why: Reason };
  export type Turn = { seat: Seat; move: Move };
  export type Move = { id: Natural; text: string; kind: "draw" | "take" | "meld" | "lay_off" | "discard"; cards: Cards | null; place: "group" | "low" | "high" | null };
  export type View = { format: 1; game: "rummy"; rules: Rules; seat: Seat; text: string; hand: Cards; unseen: Cards; drawable: Cards; known: Array<Cards>; current_player: Seat | null; payoffs: Results; winners: Results; scores: Results; forfeited: Forfeit | null; recent: Recent; dealer: Seat; turn: Seat; drew: boolean; took: Card | null; laid: boolean; turns: Natural; hand_sizes: Array<Natural>; table: Array<Cards>; discards: Cards; stock_size: Natural; opened: Array<boolean>; went_out: Seat | null; went_rummy: boolean; taken: Array<Cards>; earlier: Array<EarlierStock>; hands: Array<Cards | null> };
  export type Rules = { players: number; hand_size: number; ace: "low" | "both"; must_discard_out: boolean; turn_limit: number };
  export type EarlierStock = { cards: Cards; held: Array<Natural> };
  export type Event =
    | { kind: "dealer"; text: string; seat: Seat }
    | { kind: "hand"; text: string; cards: Cards }
    | { kind: "upcard"; text: string; card: Card }
    | { kind: "holds"; text: string; seat: Seat; cards: Cards }
    | { kind: "draw"; text: string; seat: Seat; move: Move; card: Card | null }
    | { kind: "move"; text: string; seat: Seat; move: Move }
    | { kind: "position"; text: string; view: View }
    | { kind: "forfeit"; text: string; seat: Seat; why: Reason };
  export type Clock = { move: Natural; bank: Natural; increment: Natural; grace: Natural };
  export type Legal = { id: Natural; text: string };
  export type HostMessage =
    | { kind: "hello"; versions: Array<Natural>; name: string }
    | { kind: "options"; values: Record<string, unknown> }
    | { kind: "new_round"; game: string; rules: Rules; seat: Seat; names: Array<string>; clock: Clock | null; totals: Results }
    | { kind: "events"; events: Array<Event> }
    | { kind: "question"; id: Natural; time: Natural | null; bank: Natural | null; legal?: Array<Legal>; view?: View }
    | { kind: "stop"; id: Natural }
    | { kind: "ping"; id: Natural }
    | { kind: "end_round"; payoffs: Results; winners: Results; scores: Results; view?: View }
    | { kind: "end_match"; totals: Array<number>; winners: Array<Seat> }
    | { kind: "error"; rule: string | null; text: string }
    | { kind: "bye"; reason?: "stopping" | "replaced" | "silent" };
  export type BotMessage =
    | { kind: "hello"; version: Natural; name: string; games?: Array<string>; wants?: Array<string>; options?: Record<string, unknown> }
    | { kind: "answer"; id: Natural; move: Natural | string }
    | { kind: "info"; id: Natural; line?: Array<string>; value?: number; nodes?: Natural }
    | { kind: "pong"; id: Natural }
    | { kind: "error"; id?: Natural; rule?: string | null; text: string }
    | { kind: "bye" };
}
