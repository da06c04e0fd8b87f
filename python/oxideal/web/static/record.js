// The page of records: steps through rounds, one of which is shown, and through their reviews.

import { h, signed, store, stored } from "./dom.js";
import RecordHost from "./record_host.js";
import { showReview, sums } from "./review.js";
import { OxidealTable } from "./table.js";
import { languages, nearest, RECORD } from "./words.js";

const PAUSE_MS = 1100;
const ADDRESS_DELAY_MS = 300; // browsers refuse to change the address more often than about three times a second

/** @param {string} id @returns {any} */
const element = (id) => document.getElementById(id);
const board = /** @type {OxidealTable} */ (element("table"));
const about = JSON.parse(element("about").textContent);

let language = nearest(stored("language", navigator.language));
let words = RECORD[language];
/** @type {RecordHost} */
let host;
/** The packed rounds. @type {string[]} */
let packs = [];
/** @type {(packed: string) => Promise<string[]>} */
let unpack;
let shown = -1; // the number of the round
/** The place in `about.places`, which the buttons of a page of several rounds lead to. */
let place = 0;
let timer = 0;
let addressTimer = 0;
/** @type {ReturnType<typeof showReview> | null} */
let review = null;

const position = () => board.past ?? host.moves;

/** @param {number} moves */
const go = (moves) => { stop(); board.look(moves); };

const stop = () => {
  clearInterval(timer);
  timer = 0;
  playing();
};

const playing = () => {
  element("play").classList.toggle("on", timer !== 0);
  for (const name of ["title", "aria-label"]) element("play").setAttribute(name, timer ? words.pause : words.play);
};

const play = () => {
  if (timer) return stop();
  if (position() === host.moves) board.look(0);
  timer = window.setInterval(() => board.look(position() + 1), PAUSE_MS);
  playing();
};

/** Show what depends on the position. */
const follow = () => {
  const at = position();
  element("slider").value = at;
  element("slider").style.setProperty("--done", `${(100 * at) / Math.max(host.moves, 1)}%`);
  element("progress").textContent = `${at} / ${host.moves}`;
  [...element("story").children].forEach((each, k) => { if (at === k + 1) each.setAttribute("aria-current", "true"); else each.removeAttribute("aria-current"); });
  const [list, current] = [element("panel-moves"), element("story").querySelector("[aria-current]")];
  const far = current && (current.offsetTop < list.scrollTop || current.offsetTop + current.offsetHeight > list.scrollTop + list.clientHeight);
  if (far) list.scrollTop = current.offsetTop - list.clientHeight / 2;
  if (at === 0) list.scrollTop = 0;
  const { payoffs, names } = host.round;
  const ended = payoffs && (at === host.moves || review); // a review has no ending to hide
  element("score").textContent = ended ? names[language].map((/** @type {string} */ name, /** @type {number} */ seat) => `${name} ${signed(payoffs[seat])}`).join(" · ") : "";
  review?.follow(at);
  board.flaw = review?.flaw() ?? null;
  if (at === host.moves && timer) stop();
  clearTimeout(addressTimer);
  addressTimer = window.setTimeout(() => { try { history.replaceState(null, "", about.places ? `#${place + 1}.${at}` : `#${at}`); } catch { /* the page is in a frame */ } }, ADDRESS_DELAY_MS);
};

/** Show the round anew: for another seat, or in another language. @param {number} at */
const tell = async (at) => {
  board.language = host.language = language;
  const ready = new Promise((resolve) => board.addEventListener("shown", resolve, { once: true }));
  host.tell();
  await ready;
  const { title, names, heading, note, seats } = host.round;
  const places = about.places?.[place];
  const called = heading ?? (places ? `${title[language]} – ${words.round({ n: places.round + 1 })}` : title[language]);
  element("title").textContent = document.title = called;
  element("note").textContent = note ?? "";
  element("note").hidden = !note;
  const marks = review?.marks ?? new Map();
  element("story").replaceChildren(...board.story.map((each, k) => h("li", {}, h("button", { type: "button", onclick: () => go(k + 1) }, h("span", {}, each.text), marks.get(k + 1)))));
  element("viewer").replaceChildren(...(seats.length > 1 ? [null, ...seats] : []).map((seat) => h("option", { value: String(seat ?? ""), selected: seat === host.viewer }, seat === null ? words.all : words.of({ who: names[language][seat] }))));
  element("viewer").hidden = seats.length < 2;
  element("slider").max = host.moves;
  await board.look(at, false);
  follow();
};

/** Show a round at a position. @param {number} wanted @param {number} at */
const open = async (wanted, at) => {
  stop();
  place = Math.max(0, Math.min(wanted, (about.places?.length ?? 1) - 1));
  const round = about.places ? about.places[place].pack ?? about.places[place].round : 0;
  if (round !== shown) {
    shown = round;
    host = new RecordHost(await unpack(packs[round]));
    board.host = host;
  }
  translate();
  await tell(at);
};

const translate = () => {
  words = RECORD[language];
  document.documentElement.lang = words.tag;
  const other = RECORD[languages[(languages.indexOf(language) + 1) % languages.length]];
  element("language").lang = other.tag;
  element("language").textContent = other.languageName;
  element("theme").title = words.theme;
  for (const [id, name] of [["theme", "theme"], ["viewer", "hands"], ["slider", "position"], ["story", "moves"], ["rounds", "rounds"], ["sums", "review"]]) element(id).setAttribute("aria-label", words[name]);
  playing();
  review = host.round.review ? showReview(element("review"), host, language, go) : null;
  document.body.classList.toggle("reviewed", review !== null);
  element("rounds").hidden = !about.places;
  element("rounds").replaceChildren(...(about.places ?? []).map((/** @type {any} */ each, /** @type {number} */ k) => h("button", {
    type: "button", "aria-current": k === place && "true", onclick: () => open(k, each.at ?? 0),
  }, String(about.costs ? k + 1 : each.round + 1), h("i", { class: each.size }, each.mark))));
  element("sums").hidden = !about.tables && !review;
  element("sums").replaceChildren(...sums(about, host.round, language));
};

/** The place and the position that the address names. */
const address = () => {
  const [first, second] = location.hash.slice(1).split(".").map((each) => Math.trunc(Number(each)) || 0);
  if (!about.places) return [0, first];
  return [first - 1, second ?? about.places[Math.max(0, first - 1)]?.at ?? 0];
};

/** @param {string[]} rounds packed @param {(packed: string) => Promise<string[]>} how */
export const start = async (rounds, how) => {
  [packs, unpack] = [rounds, how];
  const theme = document.documentElement.dataset.theme ?? stored("theme", "");
  if (theme) document.documentElement.dataset.theme = theme;
  if (packs.length === 0) { // a player without mistakes
    document.querySelector("main")?.replaceWith(h("p", { class: "about" }, words.none));
    element("sums").hidden = false;
    element("sums").replaceChildren(...sums(about, null, language));
    document.documentElement.dataset.ready = "true";
    return;
  }
  const [wanted, at] = address();
  await open(wanted, at);
  board.addEventListener("look", follow);
  document.documentElement.dataset.ready = "true";
};

element("play").onclick = play;
element("slider").oninput = () => go(Number(element("slider").value));
element("viewer").onchange = () => {
  host.viewer = element("viewer").value === "" ? null : Number(element("viewer").value);
  tell(position());
};
element("language").onclick = () => {
  language = languages[(languages.indexOf(language) + 1) % languages.length];
  store("language", language);
  translate();
  tell(position());
};
element("theme").onclick = () => {
  const dark = getComputedStyle(document.documentElement).colorScheme === "dark";
  document.documentElement.dataset.theme = dark ? "light" : "dark";
  store("theme", document.documentElement.dataset.theme);
};
addEventListener("hashchange", () => { const [wanted, at] = address(); open(wanted, at); });
document.addEventListener("keydown", (event) => {
  const { key, target } = event;
  if (event.altKey || event.ctrlKey || event.metaKey || !(target instanceof HTMLElement) || target.matches("input, select, dialog *")) return;
  if (key === " " && !target.matches("button")) { event.preventDefault(); play(); }
  if (key.startsWith("Arrow") || key === "Home" || key === "End") stop();
  if (key === "n") review?.jump(1);
  if (key === "p") review?.jump(-1);
});
