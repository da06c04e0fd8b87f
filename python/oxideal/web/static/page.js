// The page around the table: taking a seat, the moves and rules, the result, and whether the deal was fair.

import { h, signed, store, stored } from "./dom.js";
import { hex, verify } from "./fair.js";
import { play, sound, sounding } from "./sounds.js";
import { OxidealTable } from "./table.js";
import { languages, nearest, PAGE, wordsOf } from "./words.js";

// What persons can say to each other; a server has the same.
const PHRASES = ["hello", "thanks", "well_played", "sorry", "moment", "nudge", "👍", "😀", "😮", "😢", "🎉"];
const WAITED = 4000; // milliseconds after which a sound says that it is one's turn
const ABSENT = 20000; // milliseconds after which a bot can play for somebody who is away
const IDLE = 180000; // or for whom others wait, at a table without a clock or after a round
const KEPT = 50; // tables of which this browser keeps the token of the seat, and what was known of a deal before it

/** @param {string} id @returns {any} */
const element = (id) => document.getElementById(id);
const tables = () => { try { return JSON.parse(stored("tables", "{}")); } catch { return {}; } };
const keep = (/** @type {string} */ name, /** @type {any} */ more) => {
  const { [name]: found, ...others } = tables();
  store("tables", JSON.stringify(Object.fromEntries([...Object.entries(others), [name, { ...found, ...more }]].slice(-KEPT))));
};
const address = () => new URLSearchParams(location.hash.slice(1));

const { default: Host } = await import(document.documentElement.dataset.host ?? "./host.js");
const host = /** @type {import("./host.js").default} */ (new Host());
const board = /** @type {OxidealTable} */ (element("table"));
board.host = host;

let language = nearest(stored("language", navigator.language));
let words = PAGE[language];
/** @type {any} */
let hello = { bots: [], games: [] };
/** The module of each game. @type {Record<string, any>} */
let games = {};
/** The last message about the table. @type {any} */
let table = null;
/** The last `new_round`. @type {any} */
let round = null;
/** The result of the round, once it is over. @type {any} */
let ended = null;
let matchOver = false;
let asked = false; // for a move
let moved = 0; // when one has moved, by `performance.now()`
/** Since when each person is away, by `performance.now()`. @type {Record<number, number>} */
let away = {};
let turned = 0; // when somebody else was to move, by `performance.now()`
let idle = 0; // the timer of whoever does not move
/** Whose time runs, and when it is over, by `performance.now()`. @type {{ seat: number, end: number } | null} */
let running = null;
/** Of each round: the digest, the own contribution and all contributions, as they were before the deal. @type {Record<string, any>} */
let noted = {};
/** What a review has found. @type {any} */
let found = null;
/** Its part of the panel. @type {ReturnType<typeof import("./review.js").showReview> | null} */
let review = null;
let contributed = false; // to the first round, on this connection
let verifying = false;

/** @param {string} kind @param {(message: any) => void} run */
const on = (kind, run) => host.addEventListener(kind, (event) => run(/** @type {CustomEvent} */ (event).detail));

// What the server says

// The address names the table and not the token: whoever copies it must not get the seat.
const showPlace = (/** @type {string | null} */ name, /** @type {string | null} */ token) => history.replaceState({ token }, "", `#table=${name}`);

on("lost", ({ refused }) => {
  const waits = host.stopping ? words.stopped : words.lost;
  notice(refused?.full ? words.full : refused?.option ? words.forbidden({ host: location.host, option: refused.option }) : waits, true);
});

on("hello", async (message) => {
  hello = message;
  notice("");
  contributed = verifying = false;
  const name = table?.table ?? address().get("table");
  const token = table ? table.token : history.state?.token ?? tables()[name ?? ""]?.token;
  if (name && token) join({ token }, name);
  else if (table && table.seat === null) join({ spectate: true }, name);
  else if (name && !host.alone) show("join");
  else { await fillStart(); show("start"); }
  if (host.alone) navigator.serviceWorker?.register("offline.js"); // it loads much, which the page needs less than what it shows
});

on("table", (message) => {
  table = { ...table, ...message };
  if (message.token) {
    keep(message.table, { token: message.token });
    showPlace(message.table, message.token);
  }
  noted = tables()[message.table]?.noted ?? noted;
  if (table.round === 0) note(1, { digest: table.commitment });
  if (table.contribute && table.seat !== null && table.round === 0 && !contributed && !table.ready.includes(table.seat)) {
    contributed = true;
    ready(1);
  }
  show("game");
  const free = table.names.some((/** @type {string | null} */ name) => name === null);
  element("waiting").hidden = !free;
  if (free) {
    element("link").value = `${location.origin}/#table=${table.table}`;
    element("code").src = `/code.svg?link=${encodeURIComponent(element("link").value)}`;
    element("code").hidden = ["localhost", "127.0.0.1", "[::1]"].includes(location.hostname); // a phone would look for the table in itself
    element("seated").replaceChildren(...table.names.map((/** @type {string | null} */ name) => h("li", {}, name ?? words.free)));
  }
  const missing = !free && table.seat !== null ? table.seats.flatMap((/** @type {string} */ kind, /** @type {number} */ seat) => (kind === "person" && table.connected?.[seat] === false ? [seat] : [])) : [];
  board.people = { away: missing, bots: table.stand_ins ?? [] };
  away = Object.fromEntries(missing.map((/** @type {number} */ seat) => [seat, away[seat] ?? performance.now()]));
  if (missing.length > 0) setTimeout(offer, ABSENT + 100);
  element("say-button").hidden = free || table.seat === null || people() < 2;
  if (element("say-button").hidden) phrases(false);
  fairness();
  scores();
  offer();
  if (ended?.shown) arrange();
});

/** How many persons have seats. */
const people = () => table.seats.filter((/** @type {string} */ kind) => kind === "person").length;

on("say", ({ seat, phrase }) => {
  const text = words.phrases[phrase] ?? phrase;
  board.say(seat, text);
  play("word");
  if (phrase === "nudge" && asked) call(`${table.names[seat]}: ${text}`);
});

/** Tell a person who looks at something else. @param {string} text */
const call = (text) => {
  play("turn");
  if (document.hidden && stored("notify", "") && Notification.permission === "granted") new Notification(element("title").textContent, { body: text, tag: "oxideal" });
};

on("clock", (message) => { running = { seat: message.seat, end: performance.now() + message.time }; tick(); });

/** Show the time that runs. */
const tick = () => {
  element("clock").hidden = !running || !round;
  if (!running || !round) return;
  const seconds = Math.max(0, Math.ceil((running.end - performance.now()) / 1000));
  const mine = running.seat === table?.seat;
  element("clock").textContent = `${mine ? words.you : round.names[running.seat]} ${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  element("clock").className = mine ? "mine" : "";
};
setInterval(tick, 250);

on("new_round", (message) => {
  round = message;
  ended = null;
  matchOver = false;
  running = null;
  element("resign").hidden = table.seat === null;
  note(message.round, { contributions: message.contributions });
  element("end").close();
  element("verdict").hidden = true;
  element("waiting").hidden = true;
  forget();
  const { contribution } = noted[message.round];
  if (table.contribute && contribution !== undefined && message.contributions[table.seat] !== contribution) notice(words.without);
  scores();
});

on("error", (message) => {
  const waiting = table?.table === undefined || !element("game").hidden;
  if (!table) {
    history.replaceState(null, "", location.pathname);
    fillStart();
    show("start");
  }
  if (waiting) notice(message.text);
  if (!found && element("panel").dataset.shows === "review") panel(null);
});

on("end_round", (message) => {
  ended = message;
  running = null;
  tick();
  board.ask(null); // a round can end while one is asked
  element("resign").hidden = true;
  if (message.next) note(round.round + 1, { digest: message.next });
  if (board.idle) finish(); // a slow server: the last position has been seen
});

on("end_match", () => { matchOver = true; scores(); if (ended?.shown) { arrange(); offer(); } });

on("take_back", (message) => {
  const people = table.seats.flatMap((/** @type {string} */ kind, /** @type {number} */ seat) => (kind === "person" ? [seat] : []));
  if (people.length > 1) {
    const all = people.every((/** @type {number} */ seat) => message.agreed.includes(seat));
    notice((all ? words.takesBack : words.takesBackIfAll)({ who: table.names[message.seat], n: message.moves }));
  }
});

on("rules", (message) => element("panel-rules").replaceChildren(...message.paragraphs.map((/** @type {string} */ text) => h("p", {}, text))));

on("record", (message) => {
  if (verifying) return showVerdict(message.record);
  const link = /** @type {HTMLAnchorElement} */ (h("a", { href: URL.createObjectURL(new Blob([message.record], { type: "text/plain" })), download: `${table.game}.txt` }));
  link.click();
  URL.revokeObjectURL(link.href);
});

on("review", (message) => {
  found = message.found ?? null;
  if (found) showFound(); else /** @type {HTMLProgressElement} */ (element("review").querySelector("progress")).value = message.share;
});

/** Show what a review has found, beside the moves. */
const showFound = async () => {
  const { showReview } = await import("./review.js");
  if (!found) return;
  const positions = Object.fromEntries(found.decisions.map((/** @type {any} */ { number, named, reasons }) => [number, { named: { [language]: named }, reasons: { [language]: reasons } }]));
  const home = { moves: board.story.length, positions, round: { review: found, payoffs: board.position?.result?.payoffs ?? null, names: { [language]: round.names } } };
  const first = !review;
  review = showReview(element("review"), home, language, (moves) => board.look(moves));
  listMoves();
  follow();
  if (first) review.jump(1, 0);
};

/** Show what depends on the position. */
const follow = () => {
  markMoves();
  review?.follow(board.past ?? board.story.length);
  board.flaw = review?.flaw() ?? null;
};

/** Find the mistakes of the round, or show them again. */
const reviewRound = () => {
  element("end").close();
  if (!found) {
    const stop = h("button", { type: "button", onclick: () => host.send({ kind: "review", stop: true }) }, words.stop);
    element("review").replaceChildren(h("p", { class: "row", role: "status" }, words.reviewing, h("progress", { max: "1", "aria-label": words.reviewing }), stop));
    host.send({ kind: "review" });
  }
  if (element("panel").hidden || element("panel").dataset.shows !== "review") panel("review");
};

/** Another round has begun. */
const forget = () => {
  found = review = board.flaw = null;
  if (element("panel").dataset.shows === "review") panel(null);
};

on("bye", () => {
  if (!host.replaced) return;
  element("next").disabled = true;
  offer();
  const back = h("button", { type: "button", onclick: () => { host.replaced = false; notice(""); host.connect(); } }, words.takeBack);
  notice(words.left, true, back);
});

// What is noted first stays: what the server says later is compared with it.
const note = (/** @type {number} */ number, /** @type {any} */ known) => {
  noted = { [number - 1]: noted[number - 1], [number]: { ...known, ...noted[number] }, [number + 1]: noted[number + 1] };
  keep(table.table, { noted });
};

const ready = (/** @type {number} */ number) => {
  note(number, { contribution: hex(crypto.getRandomValues(new Uint8Array(16))) });
  host.send({ kind: "next_round", contribution: noted[number].contribution });
};

const join = (/** @type {any} */ how, /** @type {string | null} */ name) => host.send({ kind: "join", table: name, language, ...how });

// What the table shows

board.addEventListener("shown", (event) => {
  const { position } = /** @type {CustomEvent} */ (event).detail;
  element("title").textContent = position.title;
  if (position.said?.length === 1 && !position.result) play(board.game.loud?.(position.last?.move) ? "bomb" : "move");
  entitle();
  listMoves();
  scores();
  offer();
  if (ended?.shown) tellResult(position.result);
});

/** Say in the tab whether it is one's turn: another window can hide the table. */
const entitle = () => {
  const title = element("title").textContent;
  document.title = asked ? `● ${words.turn} – ${title}` : title;
};
on("position", (message) => {
  asked = false;
  turned = performance.now();
  clearTimeout(idle);
  idle = setTimeout(offer, IDLE + 100);
  if (message.view.current_player !== running?.seat) { running = null; tick(); } // bots have no clock
  entitle();
});
on("question", (message) => {
  asked = message !== null;
  entitle();
  if (table) offer();
  if (asked && (document.hidden || performance.now() - moved > WAITED)) call(words.turn);
});
board.addEventListener("play", () => { moved = performance.now(); });

const finish = () => {
  const result = board.position?.result;
  if (!ended || !result || ended.shown) return;
  ended.shown = true;
  element("next").disabled = noted[round.round + 1]?.contribution !== undefined; // before the connection was lost
  if (element("next").disabled) ready(round.round + 1);
  tellResult(result);
  play(result.won ? "won" : "lost");
  board.announce(`${result.title}. ${result.lines.join(" ")}`);
  fairness();
  scores();
  offer();
  if (!element("end").open) element("end").showModal();
};
board.addEventListener("still", finish);

board.addEventListener("look", () => { follow(); offer(); });

/** Say which buttons the table has now. */
const offer = () => {
  const moved = board.story.some((each) => each.seat === table?.seat);
  const practice = table?.practice && table.seat !== null;
  board.offers = { hint: table?.seat !== null, undo: practice ? moved && !board.position?.result : null };
  const { hidden, disabled, textContent } = element("next");
  const waits = running ? null : board.position?.view.current_player;
  const others = table && table.seat !== null ? table.seats.flatMap((/** @type {string} */ kind, /** @type {number} */ seat) => (kind === "person" && seat !== table.seat ? [seat] : [])) : [];
  const late = others.filter((/** @type {number} */ seat) => !table.stand_ins.includes(seat)
    && (performance.now() - away[seat] > ABSENT || (performance.now() - turned > IDLE && (ended?.shown ? !table.ready.includes(seat) : seat === waits))));
  const agreed = table?.consent?.includes(table.seat);
  const who = late.map((/** @type {number} */ seat) => table.names[seat]).join(", ");
  const all = others.every((/** @type {number} */ seat) => seat in away || late.includes(seat));
  const replaced = table?.stand_ins?.includes(table.seat);
  const label = replaced ? words.playAgain : agreed ? words.agreedBot : (all ? words.letBot : words.letBotIfAll)({ who });
  board.extras = [
    ...(asked || (late.length === 0 && !replaced) ? [] : [h("button", { type: "button", disabled: agreed && !replaced, onclick: () => host.send({ kind: "stand_in" }) }, label)]),
    ...(!ended?.shown || hidden ? [] : [h("button", { type: "button", disabled, class: "primary", onclick: () => element("next").click() }, textContent)]),
    ...(!ended?.shown ? [] : [h("button", { type: "button", onclick: () => element("end").showModal() }, words.result)]),
    ...(!ended?.shown || table.seat === null ? [] : [h("button", { type: "button", onclick: reviewRound }, words.review)]),
  ];
  board.refresh();
};

const tellResult = (/** @type {any} */ result) => {
  element("end-title").textContent = result.title;
  element("end").className = result.won ? "won" : "lost";
  element("end-lines").textContent = result.lines.join(" ");
  const head = h("tr", {}, ["player", "round", "total"].map((name) => h("th", { scope: "col" }, words[name])));
  const rows = round.names.map((/** @type {string} */ name, /** @type {number} */ seat) => h("tr", { class: seat === table.seat ? "me" : "" },
    h("th", { scope: "row" }, name), h("td", {}, signed(result.payoffs[seat])), h("td", {}, signed(ended.totals?.[seat] ?? result.payoffs[seat]))));
  element("end-scores").replaceChildren(h("thead", {}, head), h("tbody", {}, rows));
  arrange();
};

/** Show who is ready for what comes next, and who would like to have which seat. */
const arrange = () => {
  element("next").hidden = table.seat === null;
  element("review-round").hidden = table.seat === null;
  element("next").textContent = element("next").disabled ? words.ready : matchOver ? words.rematch : words.next;
  const wishes = table.wishes ?? []; // the engine in the page has none
  const called = (/** @type {number} */ seat) => (seat === table.seat ? words.you : table.names[seat]);
  const told = table.ready.filter((/** @type {number} */ seat) => seat !== table.seat).map((/** @type {number} */ seat) => (matchOver ? words.wantsRematch : words.wantsRound)({ who: called(seat) }));
  for (const [seat, other] of wishes.entries()) {
    const agreed = table.seats[other] !== "person" || wishes[other] === seat;
    const both = seat === table.seat ? [other, seat] : [seat, other];
    if (other !== null && (agreed ? table.seats[other] !== "person" || seat < other : seat !== table.seat)) told.push((agreed ? words.swaps : words.wantsSeat)({ who: called(both[0]), other: called(both[1]) }));
  }
  element("told").replaceChildren(...told.map((/** @type {string} */ text) => h("span", {}, `${text} `)));
  element("seat-row").hidden = table.seat === null || wishes.length < 2 || people() < 2;
  element("seat").replaceChildren(...table.names.map((/** @type {string} */ name, /** @type {number} */ seat) => h("option", { value: String(seat), selected: seat === (wishes[table.seat] ?? table.seat) }, seat === table.seat ? words.stay : words.swapWith({ who: name }))));
};

const showVerdict = (/** @type {string} */ record) => {
  verifying = false;
  const known = { digest: round.commitment, ...noted[round.round] };
  const found = verify(known, ended.revealed, record, table.seat, table.seats);
  const line = (/** @type {string} */ kind, /** @type {string} */ text) => h("li", { class: kind }, text);
  const without = known.contributions.flatMap((/** @type {string} */ text, /** @type {number} */ seat) => (table.seats[seat] === "person" && text === `seat ${seat}` ? [line("", words.noContribution({ who: round.names[seat] }))] : []));
  element("checks").replaceChildren(
    ...Object.entries(found).map(([name, good]) => line(good ? "yes" : "no", words[name][String(good)])),
    ...(noted[round.round]?.digest ? [] : [line("", words.late)]),
    ...(known.contributions.length > 0 ? without : [line("", words.alone)]),
  );
  const quoted = (/** @type {string} */ text) => (/^[\w ]*$/.test(text) ? `"${text}"` : `'${text.replaceAll("'", "'\\''")}'`); // others have chosen it
  element("command").value = [`oxideal record verify ${table.game}.txt --commitment ${known.digest}`, ...known.contributions.map((/** @type {string} */ text) => `--contribution=${quoted(text)}`)].join(" ");
  element("verdict").hidden = false;
  element("verdict").scrollIntoView({ block: "nearest" });
};

const listMoves = () => {
  element("story").replaceChildren(...board.story.map((each, k) => h("li", { class: each.seat === table?.seat ? "mine" : "" },
    h("button", { type: "button", onclick: () => board.look(k + 1) }, h("span", {}, each.text), review?.marks.get(k + 1)))));
  markMoves();
};

const markMoves = () => {
  [...element("story").children].forEach((each, k) => { if (board.past === k + 1) each.setAttribute("aria-current", "true"); else each.removeAttribute("aria-current"); });
  const box = element("panel-moves");
  const current = box.querySelector("[aria-current]");
  if (current) current.scrollIntoView({ block: "nearest" }); else box.scrollTop = box.scrollHeight;
};

const scores = () => {
  if (!table || !round) { element("score").textContent = ""; return; }
  const totals = ended?.totals ?? round.totals;
  const narrow = innerWidth < 760;
  const parts = round.round && table.rounds !== 1 && !narrow ? [words.roundOf({ n: round.round })] : [];
  if (totals && totals.length > 1 && narrow && table.seat !== null) parts.push(`${words.you} ${signed(totals[table.seat])}`);
  else if (totals && totals.length > 1) parts.push(round.names.map((/** @type {string} */ name, /** @type {number} */ seat) => `${seat === table.seat ? words.you : name} ${signed(totals[seat])}`).join(" · "));
  element("score").textContent = parts.join(" — ");
};

const fairness = () => {
  const text = round?.commitment ?? table?.commitment;
  element("fair").hidden = !text;
  element("verify").hidden = !text;
  element("digest").textContent = text ? words.fair + text + (ended?.revealed ? ` = ${ended.revealed}` : "") : "";
};

// The rest of the page

const show = (/** @type {string} */ name) => {
  for (const each of ["start", "join", "game"]) element(each).hidden = each !== name;
  for (const each of ["moves-button", "rules-button"]) element(each).hidden = name !== "game";
  if (name !== "game") { element("say-button").hidden = true; element("phrases").hidden = true; }
  if (name !== "game") { element("panel").hidden = true; element("title").textContent = "oxideal"; element("score").textContent = ""; }
};

let noticeTimer = 0;
const notice = (/** @type {string} */ text, stays = false, /** @type {HTMLElement[]} */ ...more) => {
  clearTimeout(noticeTimer);
  element("notice").replaceChildren(text, ...more);
  element("notice").hidden = !text;
  if (text && !stays) noticeTimer = window.setTimeout(() => notice(""), 5000);
};

/** The language that the button changes to. */
const otherLanguage = () => languages[(languages.indexOf(language) + 1) % languages.length];

const translate = () => {
  words = PAGE[language];
  board.language = language;
  document.documentElement.lang = words.tag;
  for (const each of element("time").options) {
    const [move, bank, increment] = each.value.split(" ").map(Number);
    each.textContent = !each.value ? words.noClock : move ? words.clockBank({ move, bank }) : words.clockRound({ minutes: bank / 60, increment });
  }
  for (const each of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-t]"))) each.textContent = words[each.dataset.t ?? ""];
  const other = PAGE[otherLanguage()];
  element("language").lang = other.tag;
  element("language").textContent = other.languageName;
  element("theme").title = words.theme;
  for (const [id, name] of [["theme", "theme"], ["panel-close", "close"], ["moves-button", "moves"], ["rules-button", "rules"], ["say-button", "say"], ["phrases", "say"]]) element(id).setAttribute("aria-label", words[name]);
  element("say-button").title = words.say;
  fillStart();
  scores();
  fairness();
};

/**
 * @param {HTMLElement} home
 * @param {string} name
 * @param {any[]} values
 * @param {any} chosen
 * @param {(value: any) => string} label
 */
const radios = (home, name, values, chosen, label) => {
  const row = h("div", { class: "options" }, values.map((value) => h("label", {}, h("input", { type: "radio", name, value: String(value), checked: String(value) === String(chosen) }), h("span", {}, label(value)))));
  home.replaceChildren(/** @type {Node} */ (home.querySelector("legend")), row);
};

/** @param {string} name @returns {string | undefined} */
const chosen = (name) => /** @type {HTMLInputElement | null} */ (document.querySelector(`input[name=${name}]:checked`))?.value;

const fillStart = async () => {
  const found = await Promise.all(hello.games.map(async (/** @type {string} */ name) => [name, games[name] ?? await import(`./games/${name}.js`).catch(() => null)]));
  const listed = found.filter(([, module]) => module !== null); // a game can be without a table
  games = Object.fromEntries(listed);
  const wanted = chosen("game") ?? stored("game", "doudizhu");
  const game = wanted in games ? wanted : listed[0]?.[0];
  element("games").replaceChildren(element("games").querySelector("legend"), ...listed.map(([name, module]) => {
    const art = new DOMParser().parseFromString(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 160 84" aria-hidden="true">${module.art}</svg>`, "image/svg+xml").documentElement;
    return h("label", {}, h("input", { type: "radio", name: "game", value: name, checked: name === game }), h("span", { class: "art" }, document.importNode(art, true)), h("b", {}, wordsOf(name, language).title), h("small", {}, wordsOf(name, language).blurb));
  }));
  fillSeats();
};

const fillSeats = () => {
  const game = games[chosen("game") ?? ""];
  if (!game) return;
  const bots = hello.bots.length ? hello.bots : ["level:5"];
  const players = game.seats.includes(Number(chosen("players"))) ? chosen("players") : game.usual;
  const strength = [chosen("strength"), stored("strength", null), "level:5", bots[0]].find((each) => bots.includes(each));
  radios(element("strengths"), "strength", bots, strength, (value) => value.replace(/^level:/, ""));
  radios(element("players"), "players", game.seats, players, String);
  const variants = ["plain", ...(game.variants ?? [])];
  const named = wordsOf(chosen("game") ?? "", language);
  const variant = [chosen("variant"), stored("variant", null)].find((each) => variants.includes(each)) ?? "plain";
  radios(element("variants"), "variant", variants, variant, (value) => named[value] ?? value);
  element("variants").hidden = variants.length < 2;
  const free = [...Array(Number(players)).keys()];
  radios(element("people"), "people", free, Math.min(Number(chosen("people") ?? 0), free.length - 1), (value) => (value === 0 ? words.none : String(value)));
  for (const each of ["strengths", "players", "people"]) element(each).hidden = game.seats.length < 2 || (host.alone && each === "people");
};

/** Open or close what one can say. @param {boolean} open */
const phrases = (open) => {
  element("phrases").hidden = !open;
  element("say-button").setAttribute("aria-expanded", String(open));
  if (!open) return;
  const say = (/** @type {string} */ phrase) => { host.send({ kind: "say", phrase }); phrases(false); element("say-button").focus(); };
  const waits = board.position?.view.current_player;
  const nudges = typeof waits === "number" && waits !== table.seat && table.seats[waits] === "person" && !table.stand_ins.includes(waits);
  element("phrases").replaceChildren(...PHRASES.filter((each) => each !== "nudge" || nudges).map((each) => h("button", { type: "button", class: each in words.phrases ? "" : "sign", onclick: () => say(each) }, words.phrases[each] ?? each)));
  element("phrases").querySelector("button").focus();
};

const panel = (/** @type {string | null} */ name) => {
  const open = name !== null && !(element("panel").dataset.shows === name && !element("panel").hidden);
  element("panel").hidden = !open;
  element("panel").dataset.shows = name ?? "";
  document.body.classList.toggle("reviewed", open && name === "review");
  element("panel-moves").hidden = name === "rules";
  element("review").hidden = name !== "review";
  element("panel-rules").hidden = name !== "rules";
  element("panel-title").textContent = name ? words[name] : "";
  for (const each of ["moves", "rules"]) element(`${each}-button`).setAttribute("aria-expanded", open && each === name);
  if (open && name === "rules") host.send({ kind: "rules" });
  if (open) { element("panel-close").focus(); follow(); }
};

/** @param {string} text the seconds for a decision, in the bank and added to it; "" for no clock */
const clockOf = (text) => {
  const [move, bank, increment] = text.split(" ").map((each) => Number(each) * 1000);
  return text ? { move, bank, increment } : null;
};

element("start").onsubmit = (/** @type {Event} */ event) => {
  event.preventDefault();
  const game = chosen("game") ?? "";
  const players = Number(chosen("players"));
  const people = Number(chosen("people"));
  store("game", game);
  store("strength", chosen("strength") ?? "");
  store("name", element("name").value);
  const variant = chosen("variant") ?? "plain";
  if (games[game].variants) store("variant", variant);
  const others = [...Array(players - 1).keys()].map((k) => (k < people ? "person" : chosen("strength")));
  show("game");
  host.send({
    kind: "create", game, rules: games[game].rules(players), seats: ["person", ...others],
    name: element("name").value.trim() || words.you, language, practice: element("practice").checked, contribute: true,
    clock: clockOf(element("time").value), ...(variant === "plain" ? {} : { preset: variant }),
  });
};
element("start").onchange = (/** @type {any} */ event) => { if (event.target.name === "game" || event.target.name === "players") fillSeats(); };
element("join").onsubmit = (/** @type {Event} */ event) => {
  event.preventDefault();
  store("name", element("join-name").value);
  join({ name: element("join-name").value.trim() || words.player }, address().get("table"));
};
element("watch").onclick = () => join({ spectate: true }, address().get("table"));
const copies = (/** @type {string} */ button, /** @type {string} */ input) => {
  element(button).onclick = async () => {
    element(input).select();
    try { await navigator.clipboard.writeText(element(input).value); element(button).textContent = words.copied; } catch { /* the text is selected */ }
  };
};
copies("copy", "link");
copies("copy-command", "command");
element("language").onclick = () => {
  language = otherLanguage();
  store("language", language);
  translate();
  if (board.position) host.send({ kind: "look", language });
  if (!element("panel").hidden) { const name = element("panel").dataset.shows; element("panel").dataset.shows = ""; panel(name); }
};
element("theme").onclick = () => {
  const dark = getComputedStyle(document.documentElement).colorScheme === "dark";
  document.documentElement.dataset.theme = dark ? "light" : "dark";
  store("theme", document.documentElement.dataset.theme);
};
element("moves-button").onclick = () => panel("moves");
element("rules-button").onclick = () => panel("rules");
element("say-button").onclick = () => phrases(element("phrases").hidden);
element("sound").onchange = () => { sound(element("sound").checked); play("turn"); };
element("notify").onchange = async () => {
  const wanted = element("notify").checked && await Notification.requestPermission() === "granted";
  element("notify").checked = wanted;
  store("notify", wanted ? "on" : "");
};
element("panel-close").onclick = () => { const name = element("panel").dataset.shows; panel(null); element(`${name}-button`)?.focus(); };
element("speed").onchange = () => { board.pace = Number(element("speed").value); store("pace", String(board.pace)); };
element("resign").onclick = () => { if (confirm(words.resignSure)) host.send({ kind: "resign" }); };
element("record").onclick = () => host.send({ kind: "record" });
element("code").onerror = () => { element("code").hidden = true; };
element("next").onclick = () => {
  element("next").disabled = true;
  element("next").textContent = words.ready;
  offer();
  ready(round.round + 1);
};
element("seat").onchange = () => {
  const seat = Number(element("seat").value);
  host.send({ kind: "swap", ...(seat === table.seat ? {} : { seat }) });
};
element("verify").onclick = () => { verifying = true; host.send({ kind: "record" }); };
element("review-round").onclick = reviewRound;
element("see").onclick = () => element("end").close();
const leave = () => { history.replaceState(null, "", location.pathname); location.reload(); };
element("again").onclick = leave;
element("brand").onclick = (/** @type {Event} */ event) => { event.preventDefault(); leave(); };

document.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || event.defaultPrevented || !(event.target instanceof HTMLElement) || event.target.matches("input, select, dialog *")) return;
  if (event.key === "Escape" && !element("phrases").hidden) { event.preventDefault(); phrases(false); element("say-button").focus(); return; }
  const button = { m: "moves-button", "?": "rules-button" }[event.key] ?? (event.key === "Escape" && !element("panel").hidden ? "panel-close" : null);
  if (button && !element(button).hidden) { event.preventDefault(); element(button).click(); }
});
addEventListener("resize", scores);
addEventListener("hashchange", () => location.reload());
addEventListener("online", () => host.hurry());
document.addEventListener("visibilitychange", () => { if (!document.hidden) host.hurry(); });

if (host.alone) for (const each of ["name", "time"]) element(each).closest("label").hidden = true;
const where = address();
if (where.get("token")) showPlace(where.get("table"), where.get("token")); // kept once the server has accepted it

const theme = stored("theme", "");
if (theme) document.documentElement.dataset.theme = theme;
for (const each of ["name", "join-name"]) element(each).value = stored("name", "");
board.pace = Number(stored("pace", "1"));
element("speed").value = String(board.pace);
element("sound").checked = sounding();
element("notify").checked = stored("notify", "") !== "";
element("notify").closest("label").hidden = !("Notification" in window);
translate();
host.connect();
