"use strict";
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const at = (id) => document.getElementById(id);
  const moves = [...document.querySelectorAll("#moves button")];
  const last = moves.length - 1;
  const pause = 800;
  let place = 0;
  let timer = null;

  const group = (x, y, shapes) => `<g transform="translate(${x} ${y})">${shapes}</g>`;

  const strip = (number) => {
    const pieces = data.strips[number];
    let shapes = "";
    for (let i = 0; i < pieces.length; i += 3) shapes += group(pieces[i + 1], pieces[i + 2], data.shapes[pieces[i]]);
    return shapes;
  };

  const picture = (eyes, number) => {
    const frame = data.frames[eyes][number];
    let strips = "";
    for (let i = 1; i < frame.length; i += 2) strips += group(0, frame[i + 1], strip(frame[i]));
    return `<svg viewBox="0 0 ${data.width} ${frame[0]}" role="img" font-family="sans-serif">${strips}</svg>`;
  };

  const show = (number) => {
    moves[place].removeAttribute("aria-current");
    place = Math.min(Math.max(number, 0), last);
    const eyes = Number(at("eyes").value || 0);
    at("picture").innerHTML = picture(eyes, place);
    at("picture").firstChild.setAttribute("aria-label", `position ${place}: ${moves[place].textContent}`);
    at("slider").value = place;
    at("where").textContent = `${place} of ${last}`;
    moves[place].setAttribute("aria-current", "true");
    const list = at("moves");
    const item = moves[place].parentElement;
    if (item.offsetTop < list.scrollTop || item.offsetTop + item.offsetHeight > list.scrollTop + list.clientHeight) {
      list.scrollTop = item.offsetTop - list.clientHeight / 2;
    }
    if (place === last) stop();
  };

  const stop = () => {
    clearInterval(timer);
    timer = null;
    at("play").textContent = "Play";
  };

  const play = () => {
    if (timer !== null) return stop();
    if (place === last) show(0);
    at("play").textContent = "Pause";
    timer = setInterval(() => show(place + 1), pause);
  };

  const go = (number) => {
    stop();
    show(number);
  };

  at("first").onclick = () => go(0);
  at("back").onclick = () => go(place - 1);
  at("next").onclick = () => go(place + 1);
  at("end").onclick = () => go(last);
  at("play").onclick = play;
  at("slider").oninput = () => go(Number(at("slider").value));
  at("eyes").onchange = () => show(place);
  moves.forEach((button, number) => { button.onclick = () => go(number); });
  at("theme").onclick = () => {
    const root = document.documentElement;
    const dark = getComputedStyle(root).colorScheme === "dark";
    root.dataset.theme = dark ? "light" : "dark";
  };

  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.target.matches("input, select")) return;
    if (event.key === " " && event.target.matches("button")) return;
    const keys = {
      ArrowLeft: () => go(place - 1),
      ArrowRight: () => go(place + 1),
      Home: () => go(0),
      End: () => go(last),
      " ": play,
    };
    if (!(event.key in keys)) return;
    event.preventDefault();
    keys[event.key]();
  });

  // Pictures differ in height: the room of the highest is kept, so that what is below stays where it is.
  const highest = data.frames.flat().reduce((high, frame) => Math.max(high, frame[0]), 0);
  at("picture").style.aspectRatio = `${data.width} / ${highest}`;
  at("controls").hidden = at("keys").hidden = false;
  show(Math.trunc(Number(location.hash.slice(1))) || 0);
})();
