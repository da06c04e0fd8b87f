// The table: shows what the server sends, animates it, and reports what is clicked. It knows no rules.

import { hex, verify } from "./fair.js";

const WORDS = {
  en: {
    otherLanguage: "中文", otherCode: "zh", theme: "Light or dark", moves: "Moves", rules: "Rules", close: "Close",
    start: "Take a seat", game: "Game", opponents: "Level of the bots (10: strongest)", players: "Players", people: "People to invite", name: "Your name",
    practice: "Practice: moves can be taken back", play: "Play", joinTitle: "Join the table", sit: "Sit down", watch: "Watch",
    waiting: "Waiting for players", share: "Send this link to those who play:", copy: "Copy", copied: "Copied", free: "free seat",
    clear: "Clear", hint: "Hint", undo: "Take back", lookBack: "Look back", back: "Back to the table", thinking: "Thinking …",
    next: "Next round", again: "New table", see: "See the table", result: "Result", expected: "Expected payoff", speed: "Pace", slow: "slow", normal: "normal", fast: "fast",
    record: "Save the record", lost: "The connection is lost. Trying again …", stopped: "The server has stopped. The table goes on when it is back …",
    left: "Another window has taken this seat.", takeBack: "Take it back", full: "The server has too many connections. Trying again …",
    forbidden: (host, option) => `This server refuses its page at ${host}. Whoever runs it must start it with ${option}`, player: "player", round: "round", total: "total", none: "none",
    roundOf: (n) => `Round ${n}`, ready: "Waiting for the others …", you: "you", watching: "You are watching.",
    verify: "Fair deal", fair: "The server fixed its part of the deal before the round. SHA-256: ",
    verifyDeal: "Verify the deal", verifyAll: "To verify each card with a copy of oxideal of your own, save the record and run",
    without: "This deal is without your contribution.",
    digest: { true: "The server dealt from the secret that it had fixed before the deal.", false: "The server's secret is not the one that it had fixed before the deal." },
    late: "This page has not seen the deal being fixed; it compares with what the server says now.",
    own: { true: "Your contribution is part of the deal.", false: "Your contribution is not part of the deal." },
    bots: { true: "The bots contributed nothing that the server could choose.", false: "The contribution of a bot was chosen." },
    deal: { true: "The seed in the record follows from the secret and all contributions; game, rules and dealer are as fixed.", false: "The record is not of a deal from the secret and the contributions." },
    alone: "The players contributed nothing, so the server could choose among deals.", noContribution: (name) => `${name} contributed nothing.`,
    blurbs: { doudizhu: "Bid, bomb, and get rid of your cards", rummy: "Groups, runs, and one discard", mexican_train: "Dominoes on everyone's trains", foursquare: "Sixteen piles, alone" },
    takesBack: (name, moves, all) => `${name} takes back ${moves === 1 ? "a move" : `${moves} moves`}${all ? "." : ", if all take it back."}`,
    titles: { doudizhu: "Dou Dizhu", rummy: "Rummy", mexican_train: "Mexican Train", foursquare: "FourSquare" },
  },
  zh: {
    otherLanguage: "English", otherCode: "en", theme: "浅色或深色", moves: "记录", rules: "规则", close: "关闭",
    start: "入座", game: "游戏", opponents: "电脑等级（10 最强）", players: "人数", people: "邀请好友", name: "你的名字",
    practice: "练习：可以悔牌", play: "开始", joinTitle: "加入牌桌", sit: "坐下", watch: "观看",
    waiting: "等待玩家", share: "把这个链接发给一起玩的人：", copy: "复制", copied: "已复制", free: "空位",
    clear: "取消选择", hint: "提示", undo: "悔牌", lookBack: "回看", back: "回到牌桌", thinking: "思考中……",
    next: "下一局", again: "换一桌", see: "查看牌桌", result: "结果", expected: "预期得分", speed: "速度", slow: "慢", normal: "中", fast: "快",
    record: "保存记录", lost: "连接断开，正在重试……", stopped: "服务器已停止，恢复后牌局会继续……",
    left: "另一个窗口占了这个座位。", takeBack: "拿回座位", full: "服务器的连接太多，正在重试……",
    forbidden: (host, option) => `服务器拒绝 ${host} 的页面。请让管理员用这个选项启动服务器：${option}`, player: "玩家", round: "本局", total: "总分", none: "无",
    roundOf: (n) => `第 ${n} 局`, ready: "等待其他人……", you: "你", watching: "你在观看。",
    verify: "公平发牌", fair: "服务器在开局前已定下它的那部分。SHA-256：",
    verifyDeal: "验证发牌", verifyAll: "如要用自己的 oxideal 验证每张牌，请保存记录并运行：",
    without: "这局发牌没有你的随机数。",
    digest: { true: "服务器用的是发牌前定下的密钥。", false: "服务器的密钥不是发牌前定下的那个。" },
    late: "本页没有看到发牌前的承诺，只能与服务器现在的说法比较。",
    own: { true: "你的随机数参与了发牌。", false: "你的随机数没有参与发牌。" },
    bots: { true: "电脑没有提供服务器可以挑选的随机数。", false: "有电脑的随机数是挑选的。" },
    deal: { true: "记录中的种子由密钥和所有随机数得出；游戏、规则和庄家与承诺相同。", false: "记录不是由密钥和随机数发出的牌。" },
    alone: "玩家没有提供随机数：服务器可以挑选发牌。", noContribution: (name) => `${name}没有提供随机数。`,
    blurbs: { doudizhu: "叫分、炸弹，先出完牌", rummy: "组牌、顺子、弃一张", mexican_train: "在大家的火车上接骨牌", foursquare: "一个人的十六堆牌" },
    takesBack: (name, moves, all) => `${name}悔了 ${moves} 步${all ? "。" : "，大家都点悔牌才算。"}`,
    titles: { doudizhu: "斗地主", rummy: "拉米", mexican_train: "墨西哥火车", foursquare: "四方阵" },
  },
};
const SEATS = { doudizhu: [3, 4], rummy: [2, 3, 4, 5, 6], mexican_train: [2, 3, 4, 5, 6, 7, 8], foursquare: [1] };
const ART = {
  doudizhu: '<g transform="rotate(-12 60 60)"><rect class="paper" x="38" y="18" width="36" height="50" rx="5"/><text class="rank red" x="44" y="42" font-size="22">2</text></g><rect class="paper" x="60" y="16" width="36" height="50" rx="5"/><text class="rank black" x="65" y="40" font-size="22">A</text><g transform="rotate(12 100 60)"><rect class="paper" x="84" y="18" width="36" height="50" rx="5"/><path class="red" transform="translate(92 30) scale(2)" d="M5 0 6.4 3.4 10 3.7 7.2 6 8.1 9.6 5 7.6 1.9 9.6 2.8 6 0 3.7 3.6 3.4Z"/></g>',
  rummy: '<rect class="paper" x="34" y="16" width="36" height="50" rx="5"/><text class="rank red" x="39" y="38" font-size="20">7</text><path class="red" transform="translate(46 42) scale(1.9)" d="M5 9.5C2.2 6.9.3 5.2.3 3.1A2.45 2.45 0 0 1 5 2 2.45 2.45 0 0 1 9.7 3.1C9.7 5.2 7.8 6.9 5 9.5Z"/><rect class="paper" x="62" y="16" width="36" height="50" rx="5"/><text class="rank red" x="67" y="38" font-size="20">8</text><path class="red" transform="translate(74 42) scale(1.9)" d="M5 9.5C2.2 6.9.3 5.2.3 3.1A2.45 2.45 0 0 1 5 2 2.45 2.45 0 0 1 9.7 3.1C9.7 5.2 7.8 6.9 5 9.5Z"/><rect class="paper" x="90" y="16" width="36" height="50" rx="5"/><text class="rank red" x="95" y="38" font-size="20">9</text><path class="red" transform="translate(102 42) scale(1.9)" d="M5 9.5C2.2 6.9.3 5.2.3 3.1A2.45 2.45 0 0 1 5 2 2.45 2.45 0 0 1 9.7 3.1C9.7 5.2 7.8 6.9 5 9.5Z"/>',
  mexican_train: '<rect class="domino" x="16" y="27" width="58" height="29" rx="5"/><path class="groove" d="M45 31V52"/><g class="p6"><circle cx="23" cy="33" r="2.600"/><circle cx="30.500" cy="33" r="2.600"/><circle cx="38" cy="33" r="2.600"/><circle cx="23" cy="50" r="2.600"/><circle cx="30.500" cy="50" r="2.600"/><circle cx="38" cy="50" r="2.600"/></g><g class="p3"><circle cx="51" cy="33" r="2.600"/><circle cx="59.500" cy="41.500" r="2.600"/><circle cx="68" cy="50" r="2.600"/></g><rect class="domino" x="77" y="12" width="29" height="58" rx="5"/><path class="groove" d="M81 41H102"/><g class="p3"><circle cx="83" cy="18" r="2.600"/><circle cx="91.500" cy="26.500" r="2.600"/><circle cx="100" cy="35" r="2.600"/><circle cx="83" cy="47" r="2.600"/><circle cx="91.500" cy="55.500" r="2.600"/><circle cx="100" cy="64" r="2.600"/></g><rect class="domino" x="109" y="27" width="40" height="29" rx="5"/><g class="p3"><circle cx="117" cy="33" r="2.600"/><circle cx="125.500" cy="41.500" r="2.600"/><circle cx="134" cy="50" r="2.600"/></g>',
  foursquare: [0, 1, 2, 3].flatMap((y) => [0, 1, 2, 3].map((x) => `<rect class="${(x * 7 + y * 5) % 6 === 2 ? "back" : "paper"}" x="${42 + x * 20}" y="${2 + y * 20}" width="14" height="18" rx="2.5"/>`)).join(""),
};
const NS = "http://www.w3.org/2000/svg";
const KEEP = 400; // pictures that can be looked at again
const element = (id) => document.getElementById(id);
const stored = (name, other) => { try { return localStorage.getItem(`oxideal.${name}`) ?? other; } catch { return other; } };
const store = (name, value) => { try { localStorage.setItem(`oxideal.${name}`, value); } catch { /* private windows */ } };
const KEPT = 50; // tables of which this browser keeps the token of the seat, and what was known of a deal before it
const tables = () => { try { return JSON.parse(stored("tables", "{}")); } catch { return {}; } };
const keep = (name, more) => {
  const { [name]: found, ...others } = tables();
  store("tables", JSON.stringify(Object.fromEntries([...Object.entries(others), [name, { ...found, ...more }]].slice(-KEPT))));
};
const still = matchMedia("(prefers-reduced-motion: reduce)");

let language = stored("language", navigator.language.startsWith("zh") ? "zh" : "en");
let words = WORDS[language];
let pace = Number(stored("pace", "1"));
let socket = null;
let hello = { bots: [], games: [] };
let table = null; // the last message about the table
let round = null; // the last `new_round`
let ended = null; // the result of the round, once it is over
let matchOver = false;
let question = null;
let picture = null; // what is shown
let queue = []; // pictures that wait until the one before has been seen
let timer = null;
let story = []; // sentences, each with its mover
let pictures = []; // [number of moves, SVG text]
let past = null; // the number of moves in the picture looked back at
let selection = []; // elements' keys and tokens
let described = null;
let asked = 0;
let autoplay = false;
let hints = [];
let retry = 500;
let again = null; // the timer of the next attempt to connect
let stopping = false; // whether the server has said that it stops
let gone = false; // whether another window has the seat
let noted = {}; // of each round: the digest, the own contribution and all contributions, as they were before the deal
let contributed = false; // to the first round, on this connection
let verifying = false;

const make = (name, fields = {}, ...children) => {
  const made = Object.assign(document.createElement(name), fields);
  made.append(...children);
  return made;
};
const signed = (number) => (number > 0 ? `+${number}` : String(number).replace("-", "−"));
const send = (message) => { if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message)); };
const size = () => {
  const box = element("table").getBoundingClientRect();
  return [Math.round(box.width) || innerWidth, Math.round(box.height) || innerHeight - 190];
};
const address = () => new URLSearchParams(location.hash.slice(1));

// The connection

const connect = () => {
  clearTimeout(again);
  const own = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws`);
  socket = own;
  own.onmessage = (event) => receive(JSON.parse(event.data));
  own.onclose = async () => {
    if (socket !== own || gone) return;
    question = null;
    enable();
    const waits = stopping ? words.stopped : words.lost;
    if (element("notice").hidden) notice(waits, true);
    const why = await refusal();
    if (socket !== own || gone) return;
    notice(why ?? waits, true);
    again = setTimeout(connect, retry);
    retry = Math.min(retry * 2, 8000);
  };
};

const refusal = async () => { // a page cannot read why its WebSocket is refused, so it asks without one
  try {
    const found = await fetch(`/ws?origin=${encodeURIComponent(location.origin)}`, { signal: AbortSignal.timeout(5000) });
    if (found.status === 403) return words.forbidden(location.host, (await found.text()).match(/--\S+ \S+/)?.[0] ?? "--origin");
    return found.status === 429 || found.status === 503 ? words.full : null;
  } catch { return null; } // it does not answer at all
};

const hurry = () => {
  if (gone || !socket || socket.readyState < WebSocket.CLOSING) return;
  retry = 500;
  connect();
};

// The address names the table and not the token: whoever copies it must not get the seat.
const showPlace = (name, token) => history.replaceState({ token }, "", `#table=${name}`);

const receive = (message) => RECEIVE[message.kind]?.(message);

const RECEIVE = {
  hello: (message) => {
    hello = message;
    retry = 500;
    send({ kind: "hello", version: 1, name: "oxideal table", wants: ["picture"] });
    notice("");
    stopping = contributed = verifying = false;
    const name = table?.table ?? address().get("table");
    const token = table ? table.token : history.state?.token ?? tables()[name]?.token;
    if (name && token) join({ token }, name);
    else if (table && table.seat === null) join({ spectate: true }, name);
    else if (name) show("join");
    else { fillStart(); show("start"); }
  },
  table: (message) => {
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
    const free = table.names.some((name) => name === null);
    element("waiting").hidden = !free;
    if (free) {
      element("link").value = `${location.origin}/#table=${table.table}`;
      element("seated").replaceChildren(...table.names.map((name) => make("li", { textContent: name ?? words.free })));
    }
    fairness();
    scores();
    enable();
  },
  new_round: (message) => {
    round = message;
    ended = null;
    note(message.round, { contributions: message.contributions });
    clearTimeout(timer);
    timer = null;
    queue = [];
    story = [];
    pictures = [];
    picture = null;
    question = null;
    select([]);
    element("end").close();
    element("verdict").hidden = true;
    element("waiting").hidden = true;
    const { contribution } = noted[message.round];
    if (table.contribute && contribution !== undefined && message.contributions[table.seat] !== contribution) notice(words.without);
    scores();
  },
  picture: (message) => {
    queue.push(message);
    if (timer === null) next();
  },
  question: (message) => {
    question = message;
    if (queue.length === 0 && timer === null) yourTurn();
    enable();
  },
  described: (message) => {
    if (message.id !== asked) return;
    described = message;
    if (autoplay && message.move !== null) return answer(message.move);
    if (autoplay && message.move === null && selection.length > 1) selection.pop(); // the target; its refusal is shown
    autoplay = false;
    showSelection();
  },
  info: (message) => {
    if (!message.text) return;
    hints.push(message);
    if (message.done) showHints();
  },
  error: (message) => {
    autoplay = false;
    const waiting = table?.table === undefined || !element("game").hidden;
    if (!table) {
      history.replaceState(null, "", location.pathname);
      fillStart();
      show("start");
    }
    if (waiting) notice(message.text);
    if (element("hint").disabled) enable();
  },
  end_round: (message) => {
    ended = message;
    if (message.next) note(round.round + 1, { digest: message.next });
    if (queue.length === 0 && timer === null) finish();
  },
  take_back: (message) => {
    const people = table.seats.flatMap((kind, seat) => (kind === "person" ? [seat] : []));
    if (people.length > 1) notice(words.takesBack(table.names[message.seat], message.moves, people.every((seat) => message.agreed.includes(seat))));
  },
  end_match: () => { matchOver = true; scores(); element("next").hidden = true; showSelection(); },
  rules: (message) => element("panel-rules").replaceChildren(...message.paragraphs.map((text) => make("p", { textContent: text }))),
  record: (message) => {
    if (verifying) return showVerdict(message.record);
    const link = make("a", { href: URL.createObjectURL(new Blob([message.record], { type: "text/plain" })), download: `${table.game}.txt` });
    link.click();
    URL.revokeObjectURL(link.href);
  },
  ping: (message) => send({ kind: "pong", id: message.id }),
  bye: (message) => {
    stopping = message.reason === "stopping";
    if (message.reason !== "replaced") return;
    gone = true;
    question = null;
    socket.close();
    element("next").disabled = true;
    enable();
    showSelection();
    notice(words.left, true, make("button", { textContent: words.takeBack, onclick: () => { gone = false; notice(""); connect(); } }));
  },
};

// What is noted first stays: what the server says later is compared with it.
const note = (number, known) => {
  noted = { [number - 1]: noted[number - 1], [number]: { ...known, ...noted[number] }, [number + 1]: noted[number + 1] };
  keep(table.table, { noted });
};

const ready = (number) => {
  note(number, { contribution: hex(crypto.getRandomValues(new Uint8Array(16))) });
  send({ kind: "next_round", contribution: noted[number].contribution });
};

const join = (how, name) => send({ kind: "join", table: name, language, size: size(), ...how });

// Pictures: one after the other, each long enough to be seen

const next = () => {
  timer = null;
  const message = queue.shift();
  if (!message) {
    if (ended) finish();
    else if (question) yourTurn();
    return;
  }
  const own = message.movers.at(-1) === table.seat;
  const looked = picture !== null && message.first + message.said.length === story.length; // another size or language
  const wait = looked ? 0 : (own ? 350 : 900) * pace / (queue.length > 6 ? 3 : 1);
  if (wait > 0) timer = setTimeout(next, wait);
  display(message);
  if (wait === 0 && (queue.length > 0 || ended || !looked)) next();
};

const display = (message) => {
  const fresh = message.first === story.length && story.length > 0;
  const known = story.length;
  story.length = Math.min(story.length, message.first);
  message.said.forEach((text, k) => story.push({ text, mover: message.movers[k] }));
  past = null;
  const animated = picture !== null && message.said.length <= 3;
  const same = picture !== null && story.length === known; // the same table in another size or language
  if (same) pictures.pop();
  pictures.push([story.length, message.svg]);
  picture = message;
  if (pictures.length > KEEP) pictures.shift();
  const kept = same ? selection : [];
  selection = [];
  described = null;
  if (!same) hints = [];
  draw(message.svg, animated);
  element("title").textContent = message.game;
  document.title = message.game;
  if (ended?.shown) tellResult();
  listMoves();
  scores();
  enable();
  if (kept.length > 0) select(kept);
  else showSelection();
  if (fresh || message.said.length === 1) announce(message.said.join(" "));
};

const draw = (svg, animated) => {
  const home = element("table");
  const before = home.querySelector("svg");
  const parsed = new DOMParser().parseFromString(svg, "image/svg+xml").documentElement;
  const after = document.importNode(parsed, true);
  const focused = document.activeElement?.closest?.("[data-pick]");
  const kept = focused && [focused.dataset.key, focused.dataset.pick];
  const old = new Map();
  if (before && animated && !still.matches) {
    for (const each of before.querySelectorAll("[data-key]")) old.set(each.dataset.key, each.querySelector(".lift")?.getScreenCTM());
  }
  home.replaceChildren(after);
  home.classList.toggle("past", past !== null);
  const root = after;
  const picks = [...root.querySelectorAll(".mine, .target")].filter((each) => each.dataset.pick);
  for (const each of picks) {
    each.setAttribute("role", "button");
    each.setAttribute("tabindex", "-1");
    const face = each.querySelector(".mine > .lift > :is(.paper, .domino)")?.cloneNode();
    if (face) {
      face.setAttribute("class", "hit"); // stays under the pointer when the card is lifted
      each.prepend(face);
    }
  }
  (kept && picks.find((each) => each.dataset.key === kept[0] && each.dataset.pick === kept[1]) || picks[0])?.setAttribute("tabindex", "0");
  if (kept) (picks.find((each) => each.dataset.key === kept[0] && each.dataset.pick === kept[1]) ?? picks.find((each) => each.classList.contains("mine")) ?? picks[0])?.focus();
  if (old.size === 0) return;
  for (const each of root.querySelectorAll("[data-key]")) {
    const lift = each.querySelector(".lift");
    const from = old.get(each.dataset.key) ?? (each.dataset.from && old.get(each.dataset.from));
    if (!lift || !from) continue;
    const move = lift.getScreenCTM().inverse().multiply(from);
    if (Math.abs(move.e) + Math.abs(move.f) < 1.5 && Math.abs(move.a - 1) < 0.02) continue;
    if (each.dataset.key.startsWith("seat")) continue;
    const start = `matrix(${[move.a, move.b, move.c, move.d, move.e, move.f].map((value) => value.toFixed(4)).join(",")})`;
    lift.animate([{ transform: start }, { transform: "none" }], { duration: 360 * Math.max(pace, 0.4), easing: "cubic-bezier(.2,.7,.25,1)" });
  }
};

const finish = () => {
  const result = picture?.result;
  if (!ended || !result || ended.shown) return;
  ended.shown = true;
  element("next").disabled = noted[round.round + 1]?.contribution !== undefined; // before the connection was lost
  if (element("next").disabled) ready(round.round + 1);
  tellResult();
  announce(`${result.title}. ${result.lines.join(" ")}`);
  fairness();
  scores();
  if (!element("end").open) element("end").showModal();
};

const tellResult = () => {
  const { result } = picture;
  element("end-title").textContent = result.title;
  element("end").className = result.won ? "won" : "lost";
  element("end-lines").textContent = result.lines.join(" ");
  const names = round.names;
  const head = make("tr", {}, ...["player", "round", "total"].map((name) => make("th", { textContent: words[name], scope: "col" })));
  const rows = names.map((name, seat) => {
    const row = make("tr", { className: seat === table.seat ? "me" : "" }, make("th", { textContent: name, scope: "row" }));
    row.append(make("td", { textContent: signed(result.payoffs[seat]) }), make("td", { textContent: signed(ended.totals?.[seat] ?? result.payoffs[seat]) }));
    return row;
  });
  element("end-scores").replaceChildren(make("thead", {}, head), make("tbody", {}, ...rows));
  element("next").hidden = matchOver || table.seat === null;
  element("next").textContent = element("next").disabled ? words.ready : words.next;
};

const showVerdict = (record) => {
  verifying = false;
  const known = { digest: round.commitment, ...noted[round.round] };
  const found = verify(known, ended.revealed, record, table.seat, table.seats);
  const line = (kind, textContent) => make("li", { className: kind, textContent });
  const without = known.contributions.flatMap((text, seat) => (table.seats[seat] === "person" && text === `seat ${seat}` ? [line("", words.noContribution(round.names[seat]))] : []));
  element("checks").replaceChildren(
    ...Object.entries(found).map(([name, good]) => line(good ? "yes" : "no", words[name][good])),
    ...(noted[round.round]?.digest ? [] : [line("", words.late)]),
    ...(known.contributions.length > 0 ? without : [line("", words.alone)]),
  );
  const quoted = (text) => (/^[\w ]*$/.test(text) ? `"${text}"` : `'${text.replaceAll("'", "'\\''")}'`); // others have chosen it
  element("command").value = [`oxideal record verify ${table.game}.txt --commitment ${known.digest}`, ...known.contributions.map((text) => `--contribution=${quoted(text)}`)].join(" ");
  element("verdict").hidden = false;
  element("verdict").scrollIntoView({ block: "nearest" });
};

const afterRound = () => { // what is offered below the table once the dialog is closed
  if (!ended?.shown || past !== null) return [];
  const { hidden, disabled, textContent } = element("next");
  const next = make("button", { hidden, disabled, textContent, className: "primary", onclick: () => element("next").click() });
  return [next, make("button", { textContent: words.result, onclick: () => element("end").showModal() })];
};

const yourTurn = () => {
  enable();
  showSelection();
  const focused = document.activeElement?.closest("#table [data-pick]");
  if (focused && !focused.classList.contains("can")) home.querySelector(".can[tabindex]")?.focus();
  announce(picture?.task ?? "");
};

// What is selected

const active = () => question !== null && picture?.turn && past === null && queue.length === 0 && timer === null && !gone;

const elementOf = ([key, token]) => [...element("table").querySelectorAll("[data-pick]")].find((each) => each.dataset.pick === token && (each.dataset.key ?? "") === key);

const select = (chosen) => {
  selection = chosen;
  described = null;
  hints = [];
  if (active() && chosen.length > 0) {
    asked += 1;
    send({ kind: "describe", id: asked, cards: chosen.map(([, token]) => token) });
  }
  showSelection();
};

const pick = (each, play = false) => {
  if (!active() || !each) return;
  const entry = [each.dataset.key ?? "", each.dataset.pick];
  const same = ([key, token]) => key === entry[0] && token === entry[1];
  const mine = each.classList.contains("mine");
  if (mine) {
    if (selection.some(same)) {
      if (play && described?.move != null) return answer(described.move);
      return select(selection.filter((other) => !same(other)));
    }
    const cards = selection.filter((other) => elementOf(other)?.classList.contains("mine"));
    return select(picture.single ? [entry] : [...cards, entry]);
  }
  if (each.classList.contains("cell") || each.classList.contains("pile")) {
    if (!selection.some(same)) return select([entry]);
    if (described?.move != null) return answer(described.move);
    if (described) return select([]);
    autoplay = true; // it is played as soon as it is described
    return;
  }
  const cards = selection.filter((other) => elementOf(other)?.classList.contains("mine"));
  autoplay = true;
  select([...cards, entry]);
};

const answer = (move) => {
  if (!question || past !== null) return;
  send({ kind: "answer", id: question.id, move });
  question = null;
  autoplay = false;
  selection = [];
  described = null;
  enable();
  showSelection();
};

const showSelection = () => {
  const root = element("table").querySelector("svg");
  if (!root) return;
  const on = active();
  root.classList.toggle("turn-on", on);
  const chosen = new Set(selection.map(elementOf));
  const any = (list) => list?.some((token) => root.querySelector(`.mine[data-pick="${CSS.escape(token)}"]`));
  const following = (described ?? (selection.length === 0 ? picture : null))?.next;
  const dim = on && any(following);
  const hinted = hints.at(-1)?.done ? [...hints.at(-1).picks] : [];
  for (const each of root.querySelectorAll("[data-pick]")) {
    const picked = chosen.has(each);
    const can = on && following?.includes(each.dataset.pick);
    each.classList.toggle("picked", picked);
    each.classList.toggle("can", Boolean(can));
    if (following) each.classList.toggle("off", dim && !can && !picked);
    if (each.getAttribute("role")) each.setAttribute("aria-pressed", picked);
    const place = picked || !on ? -1 : hinted.indexOf(each.dataset.pick);
    each.classList.toggle("hinted", place >= 0);
    if (place >= 0) hinted.splice(place, 1);
  }
  const stop = root.querySelector("[data-pick][tabindex='0']"); // the one that Tab reaches: a legal one, if there is one
  const first = root.querySelector(".can[tabindex]");
  if (stop && first && stop !== document.activeElement && !stop.classList.contains("can")) {
    stop.setAttribute("tabindex", "-1");
    first.setAttribute("tabindex", "0");
  }
  const naming = element("naming");
  naming.textContent = [described?.text, described?.why].filter(Boolean).join(" – ");
  naming.className = described?.why ? "no" : "";
  if (described) announce(naming.textContent);
  const base = on ? picture.moves : [];
  const more = on && selection.length > 0 ? described?.moves ?? [] : [];
  const offered = [...more, ...base.filter((move) => !more.some((other) => other.move === move.move))];
  const primary = more.length > 0 && more[0].complete ? more[0].move : null;
  const focused = document.activeElement?.closest("#choices button")?.dataset.move;
  element("choices").replaceChildren(...offered.map((move) => {
    const button = make("button", { textContent: move.label, className: move.move === primary ? "primary" : "" });
    button.dataset.move = move.move;
    button.onclick = () => answer(move.move);
    return button;
  }), ...afterRound());
  if (focused) element("choices").querySelector(`[data-move="${focused}"]`)?.focus();
  element("clear").hidden = selection.length === 0;
};

const showHints = () => {
  const list = element("hints");
  const best = [...hints].reverse();
  list.replaceChildren(make("li", { className: "head", textContent: words.expected }), ...best.map((each) => make("li", {}, make("span", { textContent: each.text }), make("b", { textContent: each.value == null ? "" : signed(Math.round(each.value * 10) / 10) }))));
  list.hidden = best.length === 0;
  announce(best[0] ? `${best[0].text}, ${words.expected} ${best[0].value == null ? "" : best[0].value.toFixed(1)}` : "");
  enable();
  const kept = hints;
  showSelection();
  hints = kept;
};

// The rest of the page

const show = (name) => {
  for (const each of ["start", "join", "game"]) element(each).hidden = each !== name;
  for (const each of ["moves-button", "rules-button"]) element(each).hidden = name !== "game";
  if (name !== "game") { element("panel").hidden = true; element("title").textContent = "oxideal"; element("score").textContent = ""; }
};

const enable = () => {
  const on = active();
  element("task").textContent = past !== null ? story[past - 1]?.text ?? "" : gone ? words.left : picture?.task ?? (table?.seat === null ? words.watching : "");
  element("task").classList.toggle("turn", on);
  element("hint").disabled = !on;
  element("hint").textContent = words.hint;
  element("hint").hidden = table?.seat === null;
  element("undo").hidden = !table?.practice || table.seat === null;
  element("undo").disabled = past !== null || !picture || picture.over || !story.some((each) => each.mover === table.seat);
  element("last").disabled = story.length === 0;
  element("last").textContent = past === null || pictures[0]?.[1] === undefined ? words.lookBack : words.back;
  if (hints.length === 0) element("hints").hidden = true;
};

const announce = (text) => { element("live").textContent = text; };

let noticeTimer = null;
const notice = (text, stays = false, ...more) => {
  clearTimeout(noticeTimer);
  element("notice").replaceChildren(text, ...more);
  element("notice").hidden = !text;
  if (text && !stays) noticeTimer = setTimeout(() => notice(""), 5000);
};

const listMoves = () => {
  const list = element("story");
  if (list.childElementCount > story.length) list.replaceChildren();
  list.replaceChildren(...story.map((each, k) => {
    const button = make("button", { type: "button" }, make("span", { textContent: each.text }));
    button.onclick = () => lookAt(k + 1);
    return make("li", { className: each.mover === table.seat ? "mine" : "" }, button);
  }));
  const box = element("panel-moves");
  box.scrollTop = box.scrollHeight;
};

const lookAt = (moves) => {
  const found = pictures.find(([number]) => number >= moves);
  if (!found || (moves >= story.length && past === null)) return;
  past = moves >= story.length ? null : found[0];
  draw(past === null ? picture.svg : found[1], true);
  [...element("story").children].forEach((each, k) => { if (past === k + 1) each.setAttribute("aria-current", "true"); else each.removeAttribute("aria-current"); });
  enable();
  showSelection();
  if (past !== null) announce(element("task").textContent);
};

const scores = () => {
  if (!table || !round) { element("score").textContent = ""; return; }
  const totals = ended?.totals ?? round.totals;
  const number = round.round ?? table.round;
  const narrow = innerWidth < 760;
  const parts = number && table.rounds !== 1 && !narrow ? [words.roundOf(number)] : [];
  if (totals && totals.length > 1 && narrow && table.seat !== null) parts.push(`${words.you} ${signed(totals[table.seat])}`);
  else if (totals && totals.length > 1) parts.push(round.names.map((name, seat) => `${seat === table.seat ? words.you : name} ${signed(totals[seat])}`).join(" · "));
  element("score").textContent = parts.join(" — ");
};

const fairness = () => {
  const text = round?.commitment ?? table?.commitment;
  element("fair").hidden = !text;
  element("digest").textContent = text ? words.fair + text + (ended?.revealed ? ` = ${ended.revealed}` : "") : "";
};

const translate = () => {
  words = WORDS[language];
  document.documentElement.lang = language === "zh" ? "zh-Hans" : "en";
  for (const each of document.querySelectorAll("[data-t]")) each.textContent = words[each.dataset.t];
  element("language").lang = words.otherCode;
  element("theme").setAttribute("aria-label", words.theme);
  element("theme").title = words.theme;
  element("panel-close").setAttribute("aria-label", words.close);
  element("moves-button").setAttribute("aria-label", words.moves);
  element("rules-button").setAttribute("aria-label", words.rules);
  fillStart();
  scores();
  fairness();
  enable();
};

const radios = (home, name, values, chosen, label) => {
  const row = make("div", { className: "options" }, ...values.map((value) => make("label", {},
    make("input", { type: "radio", name, value, checked: String(value) === String(chosen) }), make("span", { textContent: label(value) }))));
  home.replaceChildren(home.querySelector("legend"), row);
};

const chosen = (name) => document.querySelector(`input[name=${name}]:checked`)?.value;

const fillStart = () => {
  const game = chosen("game") ?? stored("game", "doudizhu");
  const games = hello.games?.length ? Object.keys(SEATS).filter((each) => hello.games.includes(each)) : Object.keys(SEATS);
  element("games").replaceChildren(element("games").querySelector("legend"), ...games.map((each) => {
    const art = new DOMParser().parseFromString(`<svg xmlns="${NS}" viewBox="0 0 160 84" aria-hidden="true">${ART[each]}</svg>`, "image/svg+xml").documentElement;
    return make("label", {}, make("input", { type: "radio", name: "game", value: each, checked: each === game }),
      make("span", { className: "art" }, document.importNode(art, true)), make("b", { textContent: words.titles[each] }), make("small", { textContent: words.blurbs[each] }));
  }));
  fillSeats();
};

const fillSeats = () => {
  const game = chosen("game") ?? "doudizhu";
  const seats = SEATS[game];
  const bots = hello.bots?.length ? hello.bots : ["level:5"];
  const players = seats.includes(Number(chosen("players"))) ? chosen("players") : { doudizhu: 3, rummy: 3, mexican_train: 4, foursquare: 1 }[game];
  const strength = [chosen("strength"), stored("strength", null), "level:5", bots[0]].find((each) => bots.includes(each));
  radios(element("strengths"), "strength", bots, strength, (value) => value.replace(/^level:/, ""));
  radios(element("players"), "players", seats, players, String);
  const free = [...Array(Number(players)).keys()];
  radios(element("people"), "people", free, Math.min(Number(chosen("people") ?? 0), free.length - 1), (value) => (value === 0 ? words.none : String(value)));
  for (const each of ["strengths", "players", "people"]) element(each).hidden = game === "foursquare";
};

const layout = () => {
  clearTimeout(layout.timer);
  scores();
  layout.timer = setTimeout(() => { if (picture) send({ kind: "look", size: size(), language }); }, 120);
};

const panel = (name) => {
  const open = name !== null && !(element("panel").dataset.shows === name && !element("panel").hidden);
  element("panel").hidden = !open;
  element("panel").dataset.shows = name ?? "";
  element("panel-moves").hidden = name !== "moves";
  element("panel-rules").hidden = name !== "rules";
  element("panel-title").textContent = name ? words[name] : "";
  for (const each of ["moves", "rules"]) element(`${each}-button`).setAttribute("aria-expanded", open && each === name);
  if (open && name === "rules") send({ kind: "rules" });
  if (open) element("panel-close").focus();
};

// Clicks, drags and keys

element("start").onsubmit = (event) => {
  event.preventDefault();
  const game = chosen("game");
  const players = Number(chosen("players"));
  const people = Number(chosen("people"));
  store("game", game);
  store("strength", chosen("strength"));
  store("name", element("name").value);
  const others = [...Array(players - 1).keys()].map((k) => (k < people ? "person" : chosen("strength")));
  show("game");
  send({
    kind: "create", game, rules: game === "foursquare" ? {} : { players }, seats: ["person", ...others],
    name: element("name").value.trim() || words.you, language, size: size(), practice: element("practice").checked, contribute: true,
  });
};
element("start").onchange = (event) => { if (event.target.name === "game" || event.target.name === "players") fillSeats(); };
element("join").onsubmit = (event) => {
  event.preventDefault();
  store("name", element("join-name").value);
  join({ name: element("join-name").value.trim() || words.player }, address().get("table"));
};
element("watch").onclick = () => join({ spectate: true }, address().get("table"));
const copies = (button, input) => {
  element(button).onclick = async () => {
    element(input).select();
    try { await navigator.clipboard.writeText(element(input).value); element(button).textContent = words.copied; } catch { /* the text is selected */ }
  };
};
copies("copy", "link");
copies("copy-command", "command");
element("language").onclick = () => {
  language = words.otherCode;
  store("language", language);
  hints = [];
  translate();
  if (picture) send({ kind: "look", size: size(), language });
  if (!element("panel").hidden) { const name = element("panel").dataset.shows; element("panel").dataset.shows = ""; panel(name); }
};
element("theme").onclick = () => {
  const dark = getComputedStyle(document.documentElement).colorScheme === "dark";
  document.documentElement.dataset.theme = dark ? "light" : "dark";
  store("theme", document.documentElement.dataset.theme);
};
element("moves-button").onclick = () => panel("moves");
element("rules-button").onclick = () => panel("rules");
element("panel-close").onclick = () => { const name = element("panel").dataset.shows; panel(null); element(`${name}-button`)?.focus(); };
element("speed").onchange = () => { pace = Number(element("speed").value); store("pace", pace); };
element("record").onclick = () => send({ kind: "record" });
element("clear").onclick = () => select([]);
element("hint").onclick = () => {
  if (!active()) return;
  hints = [];
  element("hint").disabled = true;
  element("hint").textContent = words.thinking;
  send({ kind: "hint" });
};
element("undo").onclick = () => send({ kind: "take_back" });
element("last").onclick = () => {
  if (past !== null) lookAt(story.length);
  else {
    const own = pictures.map(([number]) => number).filter((number) => number < story.length);
    if (own.length) lookAt(own.at(-1));
  }
};
element("next").onclick = () => {
  element("next").disabled = true;
  element("next").textContent = words.ready;
  showSelection();
  ready(round.round + 1);
};
element("verify").onclick = () => { verifying = true; send({ kind: "record" }); };
element("see").onclick = () => element("end").close();
element("end").onclose = () => showSelection();
const leave = () => { history.replaceState(null, "", location.pathname); location.reload(); };
element("again").onclick = leave;
element("brand").onclick = (event) => { event.preventDefault(); leave(); };

let drag = null;
const home = element("table");
home.addEventListener("pointerdown", (event) => {
  const each = event.target.closest(".mine, .hand");
  if (event.button !== 0 || !active() || !each) return;
  drag = { each, x: event.clientX, y: event.clientY, moved: false, lifts: [] };
});
addEventListener("pointermove", (event) => {
  if (!drag) return;
  const x = event.clientX - drag.x;
  const y = event.clientY - drag.y;
  if (!drag.moved && Math.hypot(x, y) < 9) return;
  if (!drag.moved) {
    drag.moved = true;
    const entry = [drag.each.dataset.key ?? "", drag.each.dataset.pick];
    if (drag.each.dataset.pick && !drag.each.classList.contains("picked")) select(picture.single ? [entry] : [...selection, entry]);
    const all = drag.each.dataset.pick ? selection.map(elementOf) : [drag.each];
    drag.lifts = all.filter(Boolean).map((each) => {
      each.classList.add("dragged");
      return each.querySelector(".lift");
    });
  }
  for (const lift of drag.lifts) {
    const scale = lift.parentNode.getScreenCTM().a || 1;
    lift.style.transform = `translate(${(x / scale).toFixed(1)}px, ${(y / scale).toFixed(1)}px)`;
  }
});
const drop = (event) => {
  if (!drag) return;
  const { moved, lifts, each } = drag;
  drag = null;
  if (!moved) return;
  home.addEventListener("click", (click) => click.stopPropagation(), { capture: true, once: true });
  setTimeout(() => home.dispatchEvent(new Event("click")), 0); // if no click follows the drop, the listener goes with this one
  const target = document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-pick]:not(.mine)");
  for (const lift of lifts) { lift.style.transform = ""; lift.parentNode.classList.remove("dragged"); }
  if (target && !each.dataset.pick) { autoplay = true; return select([[target.dataset.key ?? "", target.dataset.pick]]); }
  if (target) return pick(target);
  const up = event.clientY < each.getBoundingClientRect().top - 30;
  if (up && described?.move != null) answer(described.move);
  else if (up) autoplay = true;
};
addEventListener("pointerup", drop);
addEventListener("pointercancel", () => { if (drag) for (const lift of drag.lifts) { lift.style.transform = ""; lift.parentNode.classList.remove("dragged"); } drag = null; });
home.addEventListener("click", (event) => {
  if (!(event.target instanceof Element)) return;
  const each = event.target.closest("[data-pick]");
  if (each) pick(each);
});
home.addEventListener("dblclick", () => { if (described?.move != null) answer(described.move); });

const neighbour = (from, key) => {
  const place = (each) => { const box = each.getBoundingClientRect(); return [box.left + Math.min(box.width, 40) / 2, box.top + box.height / 2]; };
  const [x, y] = place(from);
  let best = null;
  for (const each of home.querySelectorAll("[data-pick][role=button]")) {
    if (each === from) continue;
    const [left, top] = place(each);
    const [along, across] = { ArrowRight: [left - x, top - y], ArrowLeft: [x - left, top - y], ArrowDown: [top - y, left - x], ArrowUp: [y - top, left - x] }[key];
    if (along < 4) continue;
    const distance = along + 3 * Math.abs(across);
    if (!best || distance < best[0]) best = [distance, each];
  }
  return best?.[1];
};

document.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || event.target.matches("input, select, dialog *")) return;
  const focused = event.target.closest?.("[data-pick]");
  const act = (work) => { event.preventDefault(); work(); };
  if (event.key.startsWith("Arrow") && !element("game").hidden && (focused || event.target === document.body)) {
    const from = focused ?? home.querySelector("[data-pick][tabindex='0']");
    const to = from && (focused ? neighbour(from, event.key) : from);
    if (to) act(() => { from.setAttribute("tabindex", "-1"); to.setAttribute("tabindex", "0"); to.focus(); });
  } else if (focused && event.key === " ") act(() => pick(focused));
  else if (focused && event.key === "Enter") act(() => (described?.move != null ? answer(described.move) : pick(focused, true)));
  else if (event.key === "Escape") act(() => (past !== null ? lookAt(story.length) : element("panel").hidden ? select([]) : element("panel-close").click()));
  else if (!event.target.matches("button") || event.key !== "Enter") {
    const button = { h: "hint", u: "undo", b: "last", m: "moves-button", r: "rules-button" }[event.key];
    if (button && !element(button).disabled && !element(button).hidden) act(() => element(button).click());
  }
});

addEventListener("resize", layout);
new ResizeObserver(() => { if (picture) { const [w, h] = size(); const box = home.querySelector("svg")?.viewBox.baseVal; if (box && (Math.abs(box.width - w) > 8 || Math.abs(box.height - h) > 8)) layout(); } }).observe(home);
addEventListener("hashchange", () => location.reload());
addEventListener("online", hurry);
document.addEventListener("visibilitychange", () => { if (!document.hidden) hurry(); });

const where = address();
if (where.get("token")) showPlace(where.get("table"), where.get("token")); // kept once the server has accepted it

const theme = stored("theme", "");
if (theme) document.documentElement.dataset.theme = theme;
for (const each of ["name", "join-name"]) element(each).value = stored("name", "");
translate();
element("speed").value = String(pace);
connect();
