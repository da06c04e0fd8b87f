"use strict";
(() => {
  const pages = JSON.parse(document.getElementById("pages").textContent);
  const buttons = [...document.querySelectorAll("#rounds button")];
  const frame = document.getElementById("round");
  const root = document.documentElement;

  const show = (number) => {
    buttons.forEach((button, place) => (place === number ? button.setAttribute("aria-current", "true") : button.removeAttribute("aria-current")));
    frame.title = `Round ${number + 1}`;
    frame.srcdoc = pages[number];
  };

  // The button of a round's page switches the theme of all of them.
  frame.onload = () => {
    const inner = frame.contentDocument.documentElement;
    if (root.dataset.theme) inner.dataset.theme = root.dataset.theme;
    new MutationObserver(() => { root.dataset.theme = inner.dataset.theme; }).observe(inner, { attributes: true, attributeFilter: ["data-theme"] });
  };

  buttons.forEach((button, number) => { button.onclick = () => show(number); });
  show(0);
})();
