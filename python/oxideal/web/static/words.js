// The words of the table and of the page around it, from the files of oxideal.words. Sentences about moves come from
// the host.

import SENTENCES from "./sentences.js";

/** The languages that there are. */
export const languages = Object.keys(SENTENCES);

/** The language of the tables of all games that is nearest to a tag, e.g. "zh-CN". @param {string} tag */
export const nearest = (tag) => languages.find((each) => tag.startsWith(each)) ?? "en";

const PLACE = /\{(\w+)(?:=([\w.]+))?\}/g;

/**
 * Return a sentence with its values.
 * @param {any} tables
 * @param {any} entry a text, or one for each form
 * @param {Record<string, any>} values
 * @param {string} [by] the value that selects the form
 * @returns {string}
 */
const told = (tables, entry, values, by) => {
  if (typeof entry !== "string") return told(tables, form(tables, entry, asText(values[by ?? entry.by ?? "n"])), values);
  return entry.replace(PLACE, (_, name, key) => (key ? told(tables, key.split(".").reduce((/** @type {any} */ found, /** @type {string} */ each) => found[each], tables), values, name) : asText(values[name])));
};

/** Return a value as it selects a form. @param {unknown} value */
const asText = (value) => (value === null ? "none" : String(value));

/** @param {any} tables @param {any} forms @param {string} value */
const form = (tables, forms, value) => {
  if (value in forms) return forms[value];
  const plural = Object.keys(tables.plurals).find((name) => name in forms && tables.plurals[name].includes(Number(value)));
  return forms[plural ?? "other"];
};

/**
 * Return the words of a section by name: texts, and functions of their values where a sentence has any.
 * @param {any} tables
 * @param {any} section
 * @returns {any}
 */
const words = (tables, section) => Object.fromEntries(Object.entries(section).map(([name, entry]) => {
  if (typeof entry !== "string" && !("other" in entry)) return [name, words(tables, entry)];
  const fixed = typeof entry === "string" && !entry.includes("{");
  return [name, fixed ? entry : (/** @type {any} */ values) => told(tables, entry, values)];
}));

const every = (/** @type {(tables: any) => any} */ make) => Object.fromEntries(languages.map((each) => [each, make(SENTENCES[each])]));

/** The words of the table, of the page around it, and of cards. @type {Record<string, any>} */
export const TABLE = every((tables) => words(tables, tables.table_in_browser));
/** @type {Record<string, any>} */
export const PAGE = every((tables) => ({ ...words(tables, tables.page_in_browser ?? {}), languageName: tables.name, tag: tables.tag }));
/** The words of a page of records. @type {Record<string, any>} */
export const RECORD = every((tables) => ({ ...words(tables, tables.record_in_browser ?? {}), languageName: tables.name, tag: tables.tag }));
/** @type {Record<string, any>} */
export const CARDS = every((tables) => words(tables, tables.cards));

/** Return the words of a game. @param {string} game @param {string} language */
export const wordsOf = (game, language) => {
  const tables = { ...SENTENCES[language], ...SENTENCES[language].games[game] };
  return { you: tables.people.you, ...words(tables, tables.names), ...words(tables, tables.page) };
};
