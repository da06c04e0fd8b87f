"use strict";
(() => {
  const pages = JSON.parse(document.getElementById("pages").textContent);
  const buttons = [...document.querySelectorAll("#rounds button")];
  const frame = document.getElementById("round");
  const root = document.documentElement;

  const [before, after] = ["before", "after"].map((name) => document.getElementById(name));
  let [shown, page] = [0, null];

  const go = () => {
    const action = buttons[shown].dataset.action;
    if (action !== undefined) frame.contentDocument.dispatchEvent(new CustomEvent("go", { detail: Number(action) }));
  };

  const show = (number) => {
    shown = Math.min(Math.max(number, 0), buttons.length - 1);
    buttons.forEach((button, place) => (place === shown ? button.setAttribute("aria-current", "true") : button.removeAttribute("aria-current")));
    frame.title = buttons[shown].title;
    const next = Number(buttons[shown].dataset.round);
    if (next === page) return go();
    page = next;
    frame.srcdoc = pages[page];
  };

  if (before) before.onclick = () => show(shown - 1);
  if (after) after.onclick = () => show(shown + 1);

  // The button of a round's page switches the theme of all of them.
  frame.onload = () => {
    go();
    const inner = frame.contentDocument.documentElement;
    if (root.dataset.theme) inner.dataset.theme = root.dataset.theme;
    new MutationObserver(() => { root.dataset.theme = inner.dataset.theme; }).observe(inner, { attributes: true, attributeFilter: ["data-theme"] });
  };

  buttons.forEach((button, number) => { button.onclick = () => show(number); });
  show(0);
})();
