//! A round drawn for a terminal.

use super::position::Outcome;
use super::{Cell, Position, Rules};
use crate::text::count;

const LABEL_WIDTH: usize = 4;
const CELL_WIDTH: usize = 8;

/// Draws the rows and columns in use, below a line with the outcome.
pub(super) fn render(rules: Rules, position: &Position) -> String {
    let name = if rules.diagonal { "FourSquare (diagonal)" } else { "FourSquare" };
    let mut lines = vec![format!("{name}: {}", status(position))];
    if let Some((rows, columns)) = bounds(position) {
        let head = columns.clone().map(|column| format!("{column:>CELL_WIDTH$}"));
        lines.push(format!("{:LABEL_WIDTH$}{}", "", head.collect::<String>()));
        lines.extend(rows.map(|row| {
            let cells = columns.clone().map(|column| {
                let pile = Cell::at(row, column).and_then(|cell| render_pile(position, cell));
                format!("{:>CELL_WIDTH$}", pile.as_deref().unwrap_or("."))
            });
            format!("{row:>LABEL_WIDTH$}{}", cells.collect::<String>())
        }));
    }
    lines.join("\n")
}

fn status(position: &Position) -> String {
    let stock = count(position.stock().len(), "card");
    match position.outcome() {
        Outcome::Playing => {
            let card = position.card().map(|card| card.to_string()).unwrap_or_default();
            format!("{card} to place, {stock} in the stock")
        }
        Outcome::Won => format!("won with {stock} left in the stock"),
        Outcome::TooManyDown => format!("lost, {} face down", count(position.count_down() as usize, "card")),
        Outcome::StockEmpty => "lost, the stock is empty".into(),
    }
}

type Lines = std::ops::RangeInclusive<i64>;

/// The rows and columns in use, or `None` before the first placement.
fn bounds(position: &Position) -> Option<(Lines, Lines)> {
    let between = |line: fn(Cell) -> i8| {
        let lines = || position.piles().map(line).map(i64::from);
        Some(lines().min()?..=lines().max()?)
    };
    Some((between(Cell::row)?, between(Cell::column)?))
}

fn render_pile(position: &Position, cell: Cell) -> Option<String> {
    let top = position.pile(cell).next_back()?;
    let height = position.pile(cell).count();
    let card = if position.is_down(cell) { format!("({top})") } else { top.to_string() };
    Some(if height > 1 { format!("{card}x{height}") } else { card })
}
