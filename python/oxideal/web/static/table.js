// The table: shows what the server sends, animates it, and reports what is clicked. It knows no rules.

const WORDS = {
  en: {
    otherLanguage: "中文", otherCode: "zh", theme: "Light or dark", moves: "Moves", rules: "Rules", close: "Close",
    start: "Take a seat", game: "Game", opponents: "Level of the bots (10: strongest)", players: "Players", people: "People to invite", name: "Your name",
    practice: "Practice: moves can be taken back", play: "Play", joinTitle: "Join the table", sit: "Sit down", watch: "Watch",
    waiting: "Waiting for players", share: "Send this link to those who play:", copy: "Copy", copied: "Copied", free: "free seat",
    clear: "Clear", hint: "Hint", undo: "Take back", lookBack: "Look back", back: "Back to the table", thinking: "Thinking …",
    next: "Next round", again: "New table", see: "See the table", result: "Result", expected: "Expected payoff", speed: "Pace", slow: "slow", normal: "normal", fast: "fast",
    record: "Save the record", lost: "The connection is lost. Trying again …", left: "Another window has taken this seat.",
    refused: "The server refused the table.", player: "player", round: "round", total: "total", none: "none",
    roundOf: (n) => `Round ${n}`, ready: "Waiting for the others …", you: "you", watching: "You are watching.",
    verify: "Fair deal", fair: "The deal was fixed before the round. SHA-256: ",
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
    record: "保存记录", lost: "连接断开，正在重试……", left: "另一个窗口占了这个座位。",
    refused: "服务器拒绝了这张牌桌。", player: "玩家", round: "本局", total: "总分", none: "无",
    roundOf: (n) => `第 ${n} 局`, ready: "等待其他人……", you: "你", watching: "你在观看。",
    verify: "公平发牌", fair: "发牌在开局前已确定。SHA-256:",
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
let gone = false;

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
  socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws`);
  socket.onmessage = (event) => receive(JSON.parse(event.data));
  socket.onclose = () => {
    question = null;
    if (gone) return;
    if (table) notice(words.lost, true);
    setTimeout(connect, retry);
    retry = Math.min(retry * 2, 8000);
    enable();
  };
};

const receive = (message) => RECEIVE[message.kind]?.(message);

const RECEIVE = {
  hello: (message) => {
    hello = message;
    retry = 500;
    send({ kind: "hello", version: 1, name: "oxideal table", wants: ["picture"] });
    notice("");
    const where = address();
    if (table?.token || where.get("token")) {
      join({ token: table?.token ?? where.get("token") }, table?.table ?? where.get("table"));
    } else if (table && table.seat === null) join({ spectate: true }, table.table);
    else if (where.get("table")) show("join");
    else { fillStart(); show("start"); }
  },
  table: (message) => {
    table = { ...table, ...message };
    if (message.token) history.replaceState(null, "", `#table=${message.table}&token=${message.token}`);
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
    clearTimeout(timer);
    timer = null;
    queue = [];
    story = [];
    pictures = [];
    picture = null;
    question = null;
    select([]);
    element("end").close();
    element("waiting").hidden = true;
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
    if (queue.length === 0 && timer === null) finish();
  },
  take_back: (message) => {
    const people = table.seats.flatMap((kind, seat) => (kind === "person" ? [seat] : []));
    if (people.length > 1) notice(words.takesBack(table.names[message.seat], message.moves, people.every((seat) => message.agreed.includes(seat))));
  },
  end_match: () => { matchOver = true; scores(); element("next").hidden = true; showSelection(); },
  rules: (message) => element("panel-rules").replaceChildren(...message.paragraphs.map((text) => make("p", { textContent: text }))),
  record: (message) => {
    const link = make("a", { href: URL.createObjectURL(new Blob([message.record], { type: "text/plain" })), download: `${table.game}.txt` });
    link.click();
    URL.revokeObjectURL(link.href);
  },
  ping: (message) => send({ kind: "pong", id: message.id }),
  bye: () => { gone = true; notice(words.left, true); enable(); },
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
  element("next").disabled = false;
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
const notice = (text, stays = false) => {
  clearTimeout(noticeTimer);
  element("notice").textContent = text;
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
    name: element("name").value.trim() || words.you, language, size: size(), practice: element("practice").checked,
  });
};
element("start").onchange = (event) => { if (event.target.name === "game" || event.target.name === "players") fillSeats(); };
element("join").onsubmit = (event) => {
  event.preventDefault();
  store("name", element("join-name").value);
  join({ name: element("join-name").value.trim() || words.player }, address().get("table"));
};
element("watch").onclick = () => join({ spectate: true }, address().get("table"));
element("copy").onclick = async () => {
  element("link").select();
  try { await navigator.clipboard.writeText(element("link").value); element("copy").textContent = words.copied; } catch { /* the link is selected */ }
};
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
  const noise = crypto.getRandomValues(new Uint8Array(12));
  element("next").disabled = true;
  element("next").textContent = words.ready;
  showSelection();
  send({ kind: "next_round", contribution: [...noise].map((byte) => byte.toString(16).padStart(2, "0")).join("") });
};
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

const theme = stored("theme", "");
if (theme) document.documentElement.dataset.theme = theme;
for (const each of ["name", "join-name"]) element(each).value = stored("name", "");
translate();
element("speed").value = String(pace);
connect();
