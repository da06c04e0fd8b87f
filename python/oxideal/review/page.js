"use strict";
(() => {
  const data = JSON.parse(document.getElementById("review-data").textContent);
  const element = (id) => document.getElementById(id);
  const [LEFT, RIGHT, TOP, BOTTOM] = [44, 16, 14, 24];
  const RADIUS = { small: 4, medium: 5.5, large: 7 };
  const details = new Map([...document.querySelectorAll("[data-number]")].map((each) => [Number(each.dataset.number), each]));
  const buttons = [...document.querySelectorAll("#legend button")];
  const numbers = data.mistakes.map(([number]) => number);
  const count = element("mistake-count").textContent;
  let position = 0;
  let only = null;

  const go = (number) => document.dispatchEvent(new CustomEvent("go", { detail: number }));

  // The scale of the axis: round steps of 1, 2 or 5.
  const steps = (low, high) => {
    const rough = (high - low) / 4 || 1;
    const ten = 10 ** Math.floor(Math.log10(rough));
    const step = ten * [1, 2, 5, 10].find((each) => each * ten >= rough);
    const found = [];
    for (let at = Math.floor(low / step); at <= Math.ceil(high / step - 1e-9); at++) found.push(at * step);
    return found;
  };

  const shown = (seat) => (only === null || only === seat ? "" : " faded");

  const draw = () => {
    const which = element("measure").value === "wins" ? 1 : 0;
    const width = Math.max(element("chart").clientWidth, 280);
    const height = width < 500 ? 200 : 240;
    const curves = data.seats.map((seat) => {
      const points = seat.points.map((point) => [point[0], point[1 + which]]);
      if (seat.result !== null && (points.length || data.seats.length === 1)) points.push([data.length, seat.result[which]]);
      return points;
    });
    const values = curves.flat().map((point) => point[1]);
    const ticks = which ? [0, 0.25, 0.5, 0.75, 1] : steps(Math.min(0, ...values), Math.max(0, ...values));
    const [low, high] = [ticks[0], ticks[ticks.length - 1]];
    const x = (number) => LEFT + ((width - LEFT - RIGHT) * number) / Math.max(data.length, 1);
    const y = (value) => TOP + ((height - TOP - BOTTOM) * (high - value)) / (high - low || 1);
    const label = (value) => (which ? `${Math.round(100 * value)} %` : `${value > 0 ? "+" : ""}${Number(value.toPrecision(6))}`.replace("-", "\u2212"));
    const parts = ticks.map((tick) => `<line class="${tick === 0 ? "zero" : "grid"}" x1="${LEFT}" x2="${width - RIGHT}" y1="${y(tick)}" y2="${y(tick)}"/><text x="${LEFT - 6}" y="${y(tick) + 4}" text-anchor="end">${label(tick)}</text>`);
    const every = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000].find((each) => (data.length / each) * 34 <= width) || 5000;
    for (let number = 0; number <= data.length; number += every) parts.push(`<text x="${x(number)}" y="${height - 8}" text-anchor="middle">${number}</text>`);
    curves.forEach((points, seat) => {
      if (!points.length) return;
      const path = points.map(([number, value]) => `${x(number).toFixed(1)} ${y(value).toFixed(1)}`).join("L");
      const dashes = seat >= 6 ? ' stroke-dasharray="6 3"' : "";
      parts.push(`<path class="curve${shown(seat)}" d="M${path}" stroke="var(--seat${seat})"${dashes}/>`);
      const [number, value] = points[points.length - 1];
      if (number === data.length) parts.push(`<circle class="result${shown(seat)}" cx="${x(number)}" cy="${y(value)}" r="4" fill="var(--seat${seat})"/>`);
    });
    for (const [number, seat, size] of data.mistakes) {
      const point = curves[seat].find((each) => each[0] === number);
      if (!point) continue;
      parts.push(`<circle class="blunder${shown(seat)}" data-mistake="${number}" cx="${x(number)}" cy="${y(point[1])}" r="${RADIUS[size]}" fill="var(--bad)"><title>mistake at ${number}</title></circle>`);
    }
    parts.push(`<line class="now" x1="${x(position)}" x2="${x(position)}" y1="${TOP}" y2="${height - BOTTOM}"/>`);
    element("chart").innerHTML = `<svg viewBox="0 0 ${width} ${height}" role="img" aria-label="Expected result of each seat after each move">${parts.join("")}</svg>`;
    const svg = element("chart").firstChild;
    svg.onclick = (event) => {
      const mistake = event.target.closest("[data-mistake]");
      if (mistake) return go(Number(mistake.dataset.mistake));
      const box = svg.getBoundingClientRect();
      const across = ((event.clientX - box.left) / box.width) * width;
      go(Math.min(Math.max(Math.round(((across - LEFT) / (width - LEFT - RIGHT)) * data.length), 0), data.length));
    };
  };

  // Mistakes of the chosen seat, or of all

  const mine = () => data.mistakes.filter(([, seat]) => only === null || only === seat).map(([number]) => number);
  const before = () => mine().filter((number) => number < position).pop();
  const after = () => mine().find((number) => number > position);

  const update = () => {
    draw();
    for (const [number, each] of details) each.hidden = number !== position;
    element("no-detail").hidden = details.has(position);
    element("mistake-before").disabled = before() === undefined;
    element("mistake-after").disabled = after() === undefined;
    const place = mine().indexOf(position);
    element("mistake-count").textContent = place < 0 ? (only === null ? count : `${mine().length} of ${numbers.length}`) : `${place + 1} of ${mine().length}`;
  };

  const jump = (number) => number !== undefined && go(number);
  element("mistake-before").onclick = () => jump(before());
  element("mistake-after").onclick = () => jump(after());
  element("measure").onchange = draw;
  buttons.forEach((button) => {
    button.onclick = () => {
      const seat = Number(button.dataset.seat);
      only = only === seat ? null : seat;
      buttons.forEach((each) => each.setAttribute("aria-pressed", only === Number(each.dataset.seat)));
      update();
    };
  });
  document.addEventListener("shown", (event) => {
    position = event.detail;
    update();
  });
  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.target.matches("input, select")) return;
    if (event.key === "n") jump(after());
    if (event.key === "p") jump(before());
  });
  addEventListener("resize", draw);
})();
