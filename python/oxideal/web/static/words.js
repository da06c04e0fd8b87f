// The words of the table and of the page around it. Sentences about a game come from its host.

export const TABLE = {
  en: {
    clear: "Clear", hint: "Hint", thinking: "Thinking …", undo: "Take back", close: "Close", sort: "Sort the hand", play: "Play", later: "Play when it is my turn",
    selected: (/** @type {number} */ n) => `${n} selected`, expected: "Expected payoff", watching: "You are watching.", deal: "The deal",
    steps: "Earlier positions", first: "To the deal", back: "One move back", on: "One move on", last: "To the present",
  },
  zh: {
    clear: "取消选择", hint: "提示", thinking: "思考中……", undo: "悔牌", close: "关闭", sort: "整理手牌", play: "出牌", later: "轮到我时出",
    selected: (/** @type {number} */ n) => `已选 ${n} 张`, expected: "预期得分", watching: "你在观看。", deal: "发牌",
    steps: "以前的局面", first: "回到发牌", back: "上一步", on: "下一步", last: "回到现在",
  },
};

export const PAGE = {
  en: {
    turn: "Your turn", otherLanguage: "中文", otherCode: "zh", theme: "Light or dark", moves: "Moves", rules: "Rules", close: "Close",
    start: "Take a seat", game: "Game", opponents: "Level of the bots (10: strongest)", players: "Players", people: "People to invite", name: "Your name",
    practice: "Practice: moves can be taken back", play: "Play", joinTitle: "Join the table", sit: "Sit down", watch: "Watch",
    waiting: "Waiting for players", share: "Send this link to those who play:", copy: "Copy", copied: "Copied", free: "free seat",
    next: "Next round", again: "New table", see: "See the table", result: "Result", speed: "Pace", slow: "slow", normal: "normal", fast: "fast",
    record: "Save the record", lost: "The connection is lost. Trying again …", stopped: "The server has stopped. The table goes on when it is back …",
    left: "Another window has taken this seat.", takeBack: "Take it back", full: "The server has too many connections. Trying again …",
    forbidden: (/** @type {string} */ host, /** @type {string} */ option) => `This server refuses its page at ${host}. Whoever runs it must start it with ${option}`, player: "player", round: "round", total: "total", none: "none",
    roundOf: (/** @type {number} */ n) => `Round ${n}`, ready: "Waiting for the others …", you: "you",
    verify: "Fair deal", fair: "The server fixed its part of the deal before the round. SHA-256: ",
    verifyDeal: "Verify the deal", verifyAll: "To verify each card with a copy of oxideal of your own, save the record and run",
    without: "This deal is without your contribution.",
    digest: { true: "The server dealt from the secret that it had fixed before the deal.", false: "The server's secret is not the one that it had fixed before the deal." },
    late: "This page has not seen the deal being fixed; it compares with what the server says now.",
    own: { true: "Your contribution is part of the deal.", false: "Your contribution is not part of the deal." },
    bots: { true: "The bots contributed nothing that the server could choose.", false: "The contribution of a bot was chosen." },
    deal: { true: "The seed in the record follows from the secret and all contributions; game, rules and dealer are as fixed.", false: "The record is not of a deal from the secret and the contributions." },
    alone: "The players contributed nothing, so the server could choose among deals.", noContribution: (/** @type {string} */ name) => `${name} contributed nothing.`,
    takesBack: (/** @type {string} */ name, /** @type {number} */ moves, /** @type {boolean} */ all) => `${name} takes back ${moves === 1 ? "a move" : `${moves} moves`}${all ? "." : ", if all take it back."}`,
  },
  zh: {
    turn: "轮到你", otherLanguage: "English", otherCode: "en", theme: "浅色或深色", moves: "记录", rules: "规则", close: "关闭",
    start: "入座", game: "游戏", opponents: "电脑等级（10 最强）", players: "人数", people: "邀请好友", name: "你的名字",
    practice: "练习：可以悔牌", play: "开始", joinTitle: "加入牌桌", sit: "坐下", watch: "观看",
    waiting: "等待玩家", share: "把这个链接发给一起玩的人：", copy: "复制", copied: "已复制", free: "空位",
    next: "下一局", again: "换一桌", see: "查看牌桌", result: "结果", speed: "速度", slow: "慢", normal: "中", fast: "快",
    record: "保存记录", lost: "连接断开，正在重试……", stopped: "服务器已停止，恢复后牌局会继续……",
    left: "另一个窗口占了这个座位。", takeBack: "拿回座位", full: "服务器的连接太多，正在重试……",
    forbidden: (/** @type {string} */ host, /** @type {string} */ option) => `服务器拒绝 ${host} 的页面。请让管理员用这个选项启动服务器：${option}`, player: "玩家", round: "本局", total: "总分", none: "无",
    roundOf: (/** @type {number} */ n) => `第 ${n} 局`, ready: "等待其他人……", you: "你",
    verify: "公平发牌", fair: "服务器在开局前已定下它的那部分。SHA-256：",
    verifyDeal: "验证发牌", verifyAll: "如要用自己的 oxideal 验证每张牌，请保存记录并运行：",
    without: "这局发牌没有你的随机数。",
    digest: { true: "服务器用的是发牌前定下的密钥。", false: "服务器的密钥不是发牌前定下的那个。" },
    late: "本页没有看到发牌前的承诺，只能与服务器现在的说法比较。",
    own: { true: "你的随机数参与了发牌。", false: "你的随机数没有参与发牌。" },
    bots: { true: "电脑没有提供服务器可以挑选的随机数。", false: "有电脑的随机数是挑选的。" },
    deal: { true: "记录中的种子由密钥和所有随机数得出；游戏、规则和庄家与承诺相同。", false: "记录不是由密钥和随机数发出的牌。" },
    alone: "玩家没有提供随机数：服务器可以挑选发牌。", noContribution: (/** @type {string} */ name) => `${name}没有提供随机数。`,
    takesBack: (/** @type {string} */ name, /** @type {number} */ moves, /** @type {boolean} */ all) => `${name}悔了 ${moves} 步${all ? "。" : "，大家都点悔牌才算。"}`,
  },
};
