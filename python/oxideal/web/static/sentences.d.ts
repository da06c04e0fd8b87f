// The sentences of every language, which `oxideal.web.static` makes of the files of oxideal.words.
declare const sentences: Record<string, any>;
export default sentences;
