// Makes elements. Texts are always inserted as text, never as markup.

/** @typedef {Node | string | number | false | null | undefined} Child */

/**
 * Return a new element. `style` has custom properties, `data` the data attributes, `on…` the listeners; every other
 * property is an attribute, which is left out if it is null, undefined, false or "".
 * @param {string} tag
 * @param {Record<string, any>} [given]
 * @param {...(Child | Child[])} children
 * @returns {HTMLElement}
 */
export const h = (tag, given = {}, ...children) => {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(given)) {
    if (value === null || value === undefined || value === false || value === "") continue;
    if (name === "style") for (const [property, each] of Object.entries(value)) made.style.setProperty(property, String(each));
    else if (name === "data") for (const [field, each] of Object.entries(value)) { if (each) made.dataset[field] = String(each); }
    else if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else made.setAttribute(name, value === true ? "" : String(value));
  }
  made.append(...children.flat().filter((each) => each !== null && each !== undefined && each !== false).map((each) => (typeof each === "number" ? String(each) : /** @type {Node | string} */ (each))));
  return made;
};

/** @param {number} number */
export const signed = (number) => (number > 0 ? `+${number}` : String(number).replace("-", "−"));

/**
 * Return a number within bounds.
 * @param {number} low
 * @param {number} value
 * @param {number} high
 */
export const within = (low, value, high) => Math.max(low, Math.min(value, high));

// What a browser keeps. A private window may keep nothing.

/** @param {string} name @param {any} other what to return if nothing is kept */
export const stored = (name, other) => { try { return localStorage.getItem(`oxideal.${name}`) ?? other; } catch { return other; } };
/** @param {string} name @param {string} value */
export const store = (name, value) => { try { localStorage.setItem(`oxideal.${name}`, value); } catch { /* see above */ } };
