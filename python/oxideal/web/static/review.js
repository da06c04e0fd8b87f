// What the page of a record shows of a review: the curve, the decision at the position, marks at mistakes, and sums.

import { h, signed } from "./dom.js";
import { RECORD } from "./words.js";

/** @typedef {{moves: number, positions: Record<number, any>, round: any}} Host */

const SIZES = ["small", "medium", "large"];
const RADIUS = { small: 4, medium: 5.5, large: 7 };
const [LEFT, RIGHT, TOP, BOTTOM] = [40, 12, 10, 20];
const NS = "http://www.w3.org/2000/svg";

/** @param {string} name @param {Record<string, any>} given @param {string} [text] */
const shape = (name, given, text) => {
  const made = document.createElementNS(NS, name);
  for (const [key, value] of Object.entries(given)) made.setAttribute(key, String(value));
  if (text !== undefined) made.textContent = text;
  return made;
};

/** The second six of twelve lines are dashed, so that colours are not all that tells seats apart. @param {number} seat */
const line = (seat) => ({ stroke: `var(--seat${seat % 6})`, ...(seat >= 6 ? { "stroke-dasharray": "6 3" } : {}) });

/** The marks of an axis: round steps of 1, 2 or 5. @param {number} low @param {number} high */
const ticks = (low, high) => {
  const rough = (high - low) / 4 || 1;
  const ten = 10 ** Math.floor(Math.log10(rough));
  const step = ten * ([1, 2, 5].find((each) => each * ten >= rough) ?? 10);
  const found = [];
  for (let at = Math.floor(low / step); at <= Math.ceil(high / step - 1e-9); at += 1) found.push(at * step);
  return found;
};

/** @param {number} value @param {number} digits */
const plus = (value, digits) => signed(Number(value.toFixed(digits)));

/** @param {number} value @param {number} error */
const figure = (value, error) => `${value.toFixed(2)} ± ${error.toFixed(2)}`;

/** How large a mistake is: up to twice the threshold, up to four times, or more. @param {any} decision @param {number} threshold */
const size = ({ cost }, threshold) => SIZES[Number(cost.payment > 2 * threshold) + Number(cost.payment > 4 * threshold)];

/** What a round that is over has paid a seat on the average of all, or with one seat its payoff; otherwise null. @param {number[] | null} payoffs @param {number} seat */
const result = (payoffs, seat) => payoffs && (payoffs.length < 2 ? payoffs[seat] : payoffs[seat] - payoffs.reduce((sum, each) => sum + each, 0) / payoffs.length);

/** What a mistake costs, as a mark. @param {any} decision */
const mark = ({ size, cost }) => h("i", { class: `mark ${size}` }, plus(-cost.payment, 1));

/**
 * @param {HTMLElement} home
 * @param {Host} host
 * @param {string} language
 * @param {(moves: number) => void} go
 */
export const showReview = (home, host, language, go) => {
  const words = RECORD[language];
  const { review, payoffs } = host.round;
  const names = host.round.names[language];
  /** @type {any[]} */
  const decisions = review.decisions.map((/** @type {any} */ each) => ({ ...each, size: each.mistake && size(each, review.threshold) }));
  const mistakes = decisions.filter(({ mistake }) => mistake);
  let at = 0;
  /** @type {number | null} */
  let only = null;
  let measure = "payment";

  const chart = h("div", { id: "chart" });
  const detail = h("div", { id: "detail", "aria-live": "polite" });
  const count = h("output", {});
  const [before, after] = [-1, 1].map((step) => h("button", { type: "button", id: step < 0 ? "mistake-before" : "mistake-after", title: step < 0 ? words.before : words.after, "aria-label": step < 0 ? words.before : words.after, onclick: () => jump(step) }, step < 0 ? "‹" : "›"));
  const choice = h("select", { "aria-label": words.expected, onchange: () => { measure = /** @type {HTMLSelectElement} */ (choice).value; draw(); } }, ["payment", "wins"].map((each) => h("option", { value: each }, words[each])));
  const seats = [...names.keys()].filter((seat) => decisions.some((each) => each.seat === seat));
  const legend = seats.length < 2 ? null : h("div", { id: "legend" }, seats.map((seat) => {
    const key = shape("svg", { viewBox: "0 0 20 8", "aria-hidden": "true" });
    key.append(shape("path", { d: "M0 4H20", "stroke-width": 3, ...line(seat) }));
    return h("button", { type: "button", "aria-pressed": "false", data: { seat: String(seat) }, onclick: () => choose(seat) }, key, names[seat]);
  }));
  home.hidden = false;
  home.replaceChildren(h("div", { id: "chart-head" }, h("h2", {}, words.expected), choice, h("span", { class: "jumps" }, before, count, after)), chart, ...(legend ? [legend] : []), detail);

  const mine = () => mistakes.filter(({ seat }) => only === null || seat === only).map(({ number }) => number + 1);

  /** Go to the next mistake, or to the one before. @param {number} step @param {number} from */
  const jump = (step, from = at) => {
    const found = step > 0 ? mine().find((number) => number > from) : mine().filter((number) => number < from).pop();
    if (found !== undefined) go(found);
  };

  /** @param {number} seat whose curve and mistakes alone are shown; the same again: those of all */
  const choose = (seat) => {
    only = only === seat ? null : seat;
    for (const each of /** @type {NodeListOf<HTMLElement>} */ (home.querySelectorAll("[data-seat]"))) each.setAttribute("aria-pressed", String(Number(each.dataset.seat) === only));
    follow(at);
  };

  const draw = () => {
    const [width, height] = [chart.clientWidth, chart.clientHeight];
    if (!width || !height) return;
    const curves = names.map((/** @type {string} */ _, /** @type {number} */ seat) => {
      const points = decisions.filter((each) => each.seat === seat && each[measure] !== null).map((each) => ({ x: each.number + 1, y: each[measure] }));
      const ends = payoffs && (points.length > 0 || names.length === 1);
      const won = () => payoffs.some(Boolean) && payoffs[seat] === Math.max(...payoffs);
      return { points: ends ? [...points.filter(({ x }) => x < host.moves), { x: host.moves, y: measure === "wins" ? Number(won()) : result(payoffs, seat) }] : points, ends };
    });
    const values = curves.flatMap((/** @type {any} */ { points }) => points.map((/** @type {any} */ { y }) => y));
    const marks = measure === "wins" ? [0, 0.25, 0.5, 0.75, 1] : ticks(Math.min(0, ...values), Math.max(0, ...values));
    const [low, high] = [marks[0], marks[marks.length - 1]];
    const x = (/** @type {number} */ moves) => LEFT + ((width - LEFT - RIGHT) * moves) / Math.max(host.moves, 1);
    const y = (/** @type {number} */ value) => TOP + ((height - TOP - BOTTOM) * (high - value)) / (high - low || 1);
    const faded = (/** @type {number} */ seat) => (only === null || only === seat ? "" : "faded");
    const svg = shape("svg", { viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": words.expected });
    for (const each of marks) svg.append(shape("line", { class: each === 0 ? "zero" : "grid", x1: LEFT, x2: width - RIGHT, y1: y(each), y2: y(each) }), shape("text", { x: LEFT - 6, y: y(each) + 4, "text-anchor": "end" }, measure === "wins" ? `${Math.round(100 * each)}%` : signed(Number(each.toPrecision(6)))));
    const every = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000].find((each) => (host.moves / each) * 34 <= width) ?? 5000;
    for (let number = 0; number <= host.moves; number += every) svg.append(shape("text", { x: x(number), y: height - 5, "text-anchor": "middle" }, String(number)));
    curves.forEach((/** @type {any} */ { points, ends }, /** @type {number} */ seat) => {
      if (points.length === 0) return;
      svg.append(shape("path", { class: `curve ${faded(seat)}`, d: `M${points.map((/** @type {any} */ each) => `${x(each.x).toFixed(1)} ${y(each.y).toFixed(1)}`).join("L")}`, ...line(seat) }));
      const last = points[points.length - 1];
      if (ends) svg.append(shape("circle", { class: `end ${faded(seat)}`, cx: x(last.x), cy: y(last.y), r: 4.5, fill: line(seat).stroke }));
    });
    svg.append(shape("line", { class: "now", x1: x(at), x2: x(at), y1: TOP, y2: height - BOTTOM }));
    for (const each of mistakes) {
      const made = shape("circle", { class: `blunder ${faded(each.seat)}`, cx: x(each.number + 1), cy: y(each[measure] ?? 0), r: RADIUS[each.size], fill: line(each.seat).stroke, "data-mistake": each.number + 1 });
      made.append(shape("title", {}, `${names[each.seat]} ${plus(-each.cost.payment, 1)}`));
      svg.append(made);
    }
    svg.addEventListener("click", (event) => {
      const hit = /** @type {Element} */ (event.target).closest("[data-mistake]");
      const box = svg.getBoundingClientRect();
      const moves = Math.round(((event.clientX - box.left - LEFT) / (width - LEFT - RIGHT)) * host.moves);
      go(hit ? Number(hit.getAttribute("data-mistake")) : Math.max(0, Math.min(moves, host.moves)));
    });
    chart.replaceChildren(svg);
  };

  /** What is said of a decision. @param {any} decision */
  const told = (decision) => {
    const { cost, open, deals, seat, mistake, number } = decision;
    const named = host.positions[number].named[language];
    const lines = [h("p", {}, h("b", {}, names[seat]), ` · ${named.played}`)];
    if (cost) {
      lines.push(h("p", {}, h("strong", { class: "verdict" }, mistake ? words.mistake : words.close), " ", h("b", {}, words.better({ move: named.better }))));
      lines.push(h("p", {}, words.cost({ payment: figure(cost.payment, cost.payment_error), wins: `${(100 * cost.wins).toFixed(1)} ± ${(100 * cost.wins_error).toFixed(1)} %`, n: cost.deals })));
    } else lines.push(h("p", {}, deals ? words.fine : words.unreviewed));
    for (const each of host.positions[number].reasons?.[language] ?? []) lines.push(h("p", {}, each));
    if (open) {
      const better = named.open !== undefined && open.payment > 0;
      const payment = open.exact ? open.payment.toFixed(2) : figure(open.payment, open.payment_error);
      lines.push(h("p", { class: "open" }, better ? (open.exact ? words.open_proved : words.open_better)({ move: named.open, payment }) : open.exact ? words.open_best : words.open_fine));
    }
    return h("div", { class: `about ${cost ? (mistake ? "mistake" : "close") : "fine"}`, data: { number: String(number) } }, lines);
  };

  /** @param {number} moves */
  const follow = (moves) => {
    at = moves;
    draw();
    const decision = decisions.find(({ number }) => number === at - 1);
    detail.replaceChildren(decision ? told(decision) : h("p", { class: "about muted" }, mistakes.length ? words.step : words.none));
    const all = mine();
    /** @type {HTMLButtonElement} */ (before).disabled = !all.some((number) => number < at);
    /** @type {HTMLButtonElement} */ (after).disabled = !all.some((number) => number > at);
    count.textContent = all.includes(at) ? words.of_all({ k: all.indexOf(at) + 1, n: all.length }) : words.mistakes({ n: all.length });
  };

  /** What is marked on the cards: the move before the position, if it was a mistake. */
  const flaw = () => mistakes.find(({ number }) => number === at - 1) ?? null;

  new ResizeObserver(draw).observe(chart);
  return { follow, jump, flaw, marks: new Map(mistakes.map((each) => [each.number + 1, mark(each)])) };
};

/** A table whose numbers of mistakes stand out. @param {string[]} head @param {any[][]} rows */
const table = (head, rows) => h("div", { class: "scroll" }, h("table", {}, h("thead", {}, h("tr", {}, head.map((each) => h("th", {}, each)))),
  h("tbody", {}, rows.map(([name, ...cells]) => h("tr", {}, h("th", {}, name), cells.map((each) => h("td", {}, String(each))))))));

/**
 * Return the tables below the round, and what their figures mean.
 * @param {any} about
 * @param {any} round
 * @param {string} language
 */
export const sums = (about, round, language) => {
  const words = RECORD[language];
  const tables = (about.tables ?? []).map((/** @type {any} */ each) => table(each.head.map((/** @type {string} */ name) => words[name] ?? name), each.rows));
  if (!round?.review) return tables;
  const { review, payoffs } = round;
  const head = [words.player, words.decisions, ...SIZES.map((each) => words[each]), words.costs, words.result, words.luck];
  const rows = round.names[language].map((/** @type {string} */ name, /** @type {number} */ seat) => {
    const own = review.decisions.filter((/** @type {any} */ each) => each.seat === seat);
    const mistakes = own.filter((/** @type {any} */ each) => each.mistake);
    const paid = result(payoffs, seat);
    const { payment, error } = review.luck?.[seat] ?? {};
    return [
      name, own.length, ...SIZES.map((each) => mistakes.filter((/** @type {any} */ one) => size(one, review.threshold) === each).length),
      mistakes.length ? plus(-mistakes.reduce((/** @type {number} */ sum, /** @type {any} */ { cost }) => sum + cost.payment, 0), 2) : "0",
      paid === null ? "" : plus(paid, 2), error === undefined ? "" : `${plus(payment, 2)} ± ${error.toFixed(2)}`,
    ];
  });
  const [small, medium, large] = [1, 2, 4].map((times) => (times * review.threshold).toFixed(2));
  const notes = [words.sizes({ small, medium, large }), words.curve, words.compared, words.deal, ...(review.finished && about.finished !== false ? [] : [words.interrupted])];
  return [...tables, h("h2", {}, words.seats), table(head, rows), h("p", { class: "muted" }, notes.join(" "))];
};
