// What tables can be made of, which docs/_tools/play.py writes: of each game its presets, and the names of bots.
declare const setup: { games: Record<string, Record<string, object>>, names: string[] };
export default setup;
