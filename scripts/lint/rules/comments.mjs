// @ts-check
/** @typedef {import('../rules.mjs').Rules} Rules */

export const maxCommentColumns = 110;
/** Steps of the store never change once they are there; the reason of an exception stands in its line. */
const mayBeWide = /^electron\/database\/migrations\//;
/** A type in a comment is code. */
const annotation = /^\s*\* @(typedef|param|type) /;
const comment = /^\s*(\/\/ (?!biome-ignore)|\/\*|\*)/;

/**
 * Where the lines of a file's comments begin that are too wide.
 * @param {{ path: string, text: string }} file
 */
export function wideCommentLines({ path, text }) {
  if (mayBeWide.test(path)) return [];
  let start = 0;
  return text.split('\n').flatMap((line) => {
    const at = start;
    start += line.length + 1;
    return line.length > maxCommentColumns && comment.test(line) && !annotation.test(line) ? [at] : [];
  });
}

/** @type {Rules} */
export const comments = {
  files: [
    {
      name: 'comments-fit-the-page',
      find: (file) =>
        wideCommentLines(file).map((start) => ({
          start,
          why: `a line of a comment has at most ${maxCommentColumns} columns`,
        })),
    },
  ],
};
