// @ts-check
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { check } from 'recheck';
import { isName } from './imports.mjs';
import { leastTime, leastWork } from './least-time.mjs';
import { lineAt, readSources, visitNodes } from './source-files.mjs';

/**
 * @typedef {{ source: string, flags: string, positions: string[] }} Pattern a regular expression, and where it stands
 */

/**
 * Far longer than any takes on a machine that is busy; without a program of its own for the system, recheck
 * is twenty times slower.
 */
const maxMs = 120_000;

/**
 * Every regular expression of the product: those that are written down, and those that modules make of texts
 * while they are loaded.
 * @param {string} root
 * @returns {Promise<Pattern[]>}
 */
export async function patternsIn(root) {
  /** @type {Map<string, Pattern>} */
  const patterns = new Map();
  /** @param {string} source @param {string} flags @param {string} position */
  const add = (source, flags, position) => {
    const key = `/${source}/${flags}`;
    const known = patterns.get(key) ?? { source, flags, positions: [] };
    patterns.set(key, known);
    known.positions.push(position);
  };
  /** @type {string[]} */
  const makers = [];
  for (const file of readSources(root, ['electron', 'renderer', 'shared'])) {
    visitNodes(file.program, (node) => {
      const written = node.type === 'Literal' ? node['regex'] : undefined;
      if (isWritten(written)) {
        add(written.pattern, written.flags, `${file.path}:${lineAt(file, node.start)}`);
      }
      const isMade = node.type === 'NewExpression' && isName(node['callee'], 'RegExp');
      if (isMade && !file.path.startsWith('renderer/') && !makers.includes(file.path)) makers.push(file.path);
    });
  }
  await whileRecording(add, root, makers);
  return [...patterns.values()];
}

/**
 * @param {unknown} value
 * @returns {value is { pattern: string, flags: string }}
 */
function isWritten(value) {
  return typeof value === 'object' && value !== null && 'pattern' in value && 'flags' in value;
}

/**
 * @param {(source: string, flags: string, place: string) => void} add
 * @param {string} root
 * @param {readonly string[]} paths
 */
async function whileRecording(add, root, paths) {
  const own = globalThis.RegExp;
  let path = '';
  globalThis.RegExp = new Proxy(own, {
    construct(target, args) {
      const made = Reflect.construct(target, args);
      add(made.source, made.flags, path);
      return made;
    },
  });
  try {
    for (path of paths) await import(pathToFileURL(join(root, path)).href);
  } finally {
    globalThis.RegExp = own;
  }
}

/**
 * What is wrong with a pattern: a text that takes it more than linear time; nothing where there is none.
 * @param {Pattern} pattern
 * @returns {Promise<string | undefined>}
 */
export async function slownessOf({ source, flags, positions }) {
  const judged = await check(source, flags, { timeout: maxMs });
  if (judged.status === 'safe') return undefined;
  // A search for bad texts counts steps: a pattern of bounded parts has many of them, and is linear all the
  // same.
  const isGuess = judged.status === 'vulnerable' && judged.checker === 'fuzz';
  if (isGuess && judged.complexity.type === 'polynomial' && isLinear({ source, flags }, judged.attack)) {
    return undefined;
  }
  const why =
    judged.status === 'vulnerable'
      ? `${judged.complexity.summary}, as with ${judged.attack.pattern}`
      : `not judged: ${judged.error.kind}`;
  return `${[...new Set(positions)].join(', ')}: /${source}/${flags} takes more than linear time (${why})`;
}

/**
 * Letters of the shorter text, and how many times as long the longer one is: a square takes the square of
 * that.
 */
const [length, times] = [20_000, 16];

/**
 * Whether a text that is pumped up takes work in proportion to its length: a ratio, between linear and a
 * square. The short text is done before another program has its turn; of the long one the thread's own work
 * counts, which systems tell in steps of some milliseconds.
 * @param {{ source: string, flags: string }} pattern
 * @param {import('recheck').AttackPattern} attack
 */
function isLinear({ source, flags }, { pumps, suffix }) {
  const pattern = new RegExp(source, flags);
  const once = pumps.reduce((letters, { pump }) => letters + pump.length, 0);
  /** @param {number} letters */
  const textOf = (letters) =>
    pumps.map(({ prefix, pump }) => prefix + pump.repeat(letters / once)).join('') + suffix;
  /** @param {string} text */
  const look = (text) => {
    pattern.lastIndex = 0;
    pattern.test(text);
  };
  const [short, long] = [textOf(length), textOf(length * times)];
  return (
    leastWork(() => look(long)) <
    Math.max(
      0.1,
      leastTime(() => look(short)),
    ) *
      times *
      4
  );
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const root = process.argv[2] ?? fileURLToPath(new URL('../..', import.meta.url));
  const patterns = await patternsIn(root);
  let slow = 0;
  for (const pattern of patterns) {
    const wrong = await slownessOf(pattern);
    if (wrong === undefined) continue;
    slow++;
    console.error(wrong);
  }
  console.log(`${patterns.length} patterns, ${slow} of them slow`);
  // What judges runs beside, and would be waited for.
  process.exit(slow === 0 ? 0 : 1);
}
