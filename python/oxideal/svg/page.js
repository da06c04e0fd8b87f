"use strict";
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const element = (id) => document.getElementById(id);
  const moves = [...document.querySelectorAll("#moves button")];
  const last = moves.length - 1;
  const PAUSE_MS = 800;
  let position = 0;
  let timer = null;

  const group = (x, y, shapes) => `<g transform="translate(${x} ${y})">${shapes}</g>`;

  const strip = (number) => {
    const pieces = data.strips[number];
    let shapes = "";
    for (let i = 0; i < pieces.length; i += 3) shapes += group(pieces[i + 1], pieces[i + 2], data.shapes[pieces[i]]);
    return shapes;
  };

  const picture = (viewer, number) => {
    const frame = data.frames[viewer][number];
    let strips = "";
    for (let i = 1; i < frame.length; i += 2) strips += group(0, frame[i + 1], strip(frame[i]));
    return `<svg viewBox="0 0 ${data.width} ${frame[0]}" role="img" font-family="sans-serif">${strips}</svg>`;
  };

  const show = (number) => {
    moves[position].removeAttribute("aria-current");
    position = Math.min(Math.max(number, 0), last);
    const viewer = Number(element("viewer").value || 0);
    element("picture").innerHTML = picture(viewer, position);
    element("picture").firstChild.setAttribute("aria-label", `position ${position}: ${moves[position].textContent}`);
    element("slider").value = position;
    element("progress").textContent = `${position} of ${last}`;
    moves[position].setAttribute("aria-current", "true");
    const list = element("moves");
    const item = moves[position].parentElement;
    if (item.offsetTop < list.scrollTop || item.offsetTop + item.offsetHeight > list.scrollTop + list.clientHeight) {
      list.scrollTop = item.offsetTop - list.clientHeight / 2;
    }
    if (position === last) stop();
  };

  const stop = () => {
    clearInterval(timer);
    timer = null;
    element("play").textContent = "Play";
  };

  const play = () => {
    if (timer !== null) return stop();
    if (position === last) show(0);
    element("play").textContent = "Pause";
    timer = setInterval(() => show(position + 1), PAUSE_MS);
  };

  const go = (number) => {
    stop();
    show(number);
  };

  element("first").onclick = () => go(0);
  element("previous").onclick = () => go(position - 1);
  element("next").onclick = () => go(position + 1);
  element("end").onclick = () => go(last);
  element("play").onclick = play;
  element("slider").oninput = () => go(Number(element("slider").value));
  element("viewer").onchange = () => show(position);
  moves.forEach((button, number) => { button.onclick = () => go(number); });
  element("theme").onclick = () => {
    const root = document.documentElement;
    const dark = getComputedStyle(root).colorScheme === "dark";
    root.dataset.theme = dark ? "light" : "dark";
  };

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
  const highest = data.frames.flat().reduce((most, frame) => Math.max(most, frame[0]), 0);
  element("picture").style.aspectRatio = `${data.width} / ${highest}`;
  element("controls").hidden = element("keys").hidden = false;
  show(Math.trunc(Number(location.hash.slice(1))) || 0);
})();
