"use strict";
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const element = (id) => document.getElementById(id);
  const moves = [...document.querySelectorAll("#moves button")];
  const last = moves.length - 1;
  const PAUSE_MS = 800;
  const ADDRESS_DELAY_MS = 300; // browsers refuse to change the address more often than about three times a second
  let position = 0;
  let viewer = 0;
  let timer = null;
  let addressTimer = null;

  // Parts: SVG text; numbers of parts to join; or lists that place parts in a row.

  const placed = (x, y, part) => `<g transform="translate(${x} ${y})">${shapes(part)}</g>`;

  const row = ([x, y, ...rest]) => {
    if (rest.length === 1) return placed(x, y, rest[0]);
    const [step, ...parts] = rest;
    return parts.map((part, place) => placed((x + place * step).toFixed(1), y, part)).join("");
  };

  const shapes = (number) => {
    const part = data.parts[number];
    return typeof part === "string" ? part : part.map((each) => (Array.isArray(each) ? row(each) : shapes(each))).join("");
  };

  // Frames: for each viewer and position the strips from top to bottom, restored from the changes.

  const frames = data.frames.map((changes) => {
    let strips = [];
    return changes.map((change) => {
      strips = [...strips];
      for (let i = 0; i < change.length; i += 2) strips[change[i]] = change[i + 1];
      return strips;
    });
  });

  const heightOf = (strips) => strips.reduce((sum, strip) => sum + data.strips[strip][0] + data.gap, 2);

  // The picture has one group per strip; only strips that differ are drawn, so nothing flickers.

  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("role", "img");
  svg.setAttribute("font-family", "sans-serif");
  const groups = frames[0][0].map(() => svg.appendChild(document.createElementNS(svg.namespaceURI, "g")));
  const drawn = [];

  const draw = () => {
    const strips = frames[viewer][position];
    let down = 0;
    strips.forEach((strip, slot) => {
      const [height, ...rows] = data.strips[strip];
      if (drawn[slot] !== strip) groups[slot].innerHTML = rows.map(row).join("");
      drawn[slot] = strip;
      groups[slot].setAttribute("transform", `translate(0 ${down})`);
      down += height + data.gap;
    });
    svg.setAttribute("viewBox", `0 0 ${data.width} ${down + 2}`);
    svg.setAttribute("aria-label", `position ${position}: ${moves[position].textContent}`);
  };

  const show = (number) => {
    moves[position].removeAttribute("aria-current");
    position = Math.min(Math.max(number, 0), last);
    draw();
    element("slider").value = position;
    element("progress").textContent = `${position} / ${last}`;
    moves[position].setAttribute("aria-current", "true");
    element("result").style.visibility = position === last ? "visible" : "hidden"; // keeps its space
    const list = element("moves");
    const item = moves[position].parentElement;
    if (item.offsetTop < list.scrollTop || item.offsetTop + item.offsetHeight > list.scrollTop + list.clientHeight) {
      list.scrollTop = item.offsetTop - list.clientHeight / 2;
    }
    if (position === last) stop();
    document.dispatchEvent(new CustomEvent("shown", { detail: position }));
    clearTimeout(addressTimer);
    if (location.protocol === "about:") return; // in a frame, the address is that of the page around it
    addressTimer = setTimeout(() => history.replaceState(null, "", `#${position}`), ADDRESS_DELAY_MS);
  };

  const playing = (on) => {
    element("play").classList.toggle("on", on);
    for (const name of ["title", "aria-label"]) element("play").setAttribute(name, on ? "Pause" : "Play");
  };

  const stop = () => {
    clearInterval(timer);
    timer = null;
    playing(false);
  };

  const play = () => {
    if (timer !== null) return stop();
    if (position === last) show(0);
    playing(true);
    timer = setInterval(() => show(position + 1), PAUSE_MS);
  };

  const go = (number) => {
    stop();
    show(number);
  };

  const goToAddress = () => go(Math.trunc(Number(location.hash.slice(1))) || 0);

  element("first").onclick = () => go(0);
  element("previous").onclick = () => go(position - 1);
  element("next").onclick = () => go(position + 1);
  element("end").onclick = () => go(last);
  element("play").onclick = play;
  element("slider").oninput = () => go(Number(element("slider").value));
  element("viewer").onchange = () => {
    viewer = Number(element("viewer").value);
    draw();
  };
  moves.forEach((button, number) => { button.onclick = () => go(number); });
  element("theme").onclick = () => {
    const root = document.documentElement;
    const dark = getComputedStyle(root).colorScheme === "dark";
    root.dataset.theme = dark ? "light" : "dark";
  };
  window.onhashchange = goToAddress;
  document.addEventListener("go", (event) => go(event.detail));

  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.target.matches("input, select")) return;
    if (event.key === " " && event.target.matches("button")) return;
    const keys = {
      ArrowLeft: () => go(position - 1),
      ArrowRight: () => go(position + 1),
      Home: () => go(0),
      End: () => go(last),
      " ": play,
    };
    if (!(event.key in keys)) return;
    event.preventDefault();
    keys[event.key]();
  });

  // Pictures differ in height: reserve the space of the highest, so that the text below does not move.
  const highest = frames.flat().reduce((most, strips) => Math.max(most, heightOf(strips)), 0);
  element("picture").style.aspectRatio = `${data.width} / ${highest}`;
  element("picture").replaceChildren(svg);
  element("controls").hidden = element("keys").hidden = false;
  viewer = Number(element("viewer").value) || 0; // browsers keep it when the page is loaded again
  goToAddress();
})();
