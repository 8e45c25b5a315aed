// @ts-check
/** @typedef {import('../rules.mjs').Rules} Rules */

export const maxCommentColumns = 110;
/** Steps of the store never change once they are there; the reason of an exception stands in its line. */
const mayBeWide = /^electron\/database\/migrations\//;
/** A type in a comment is code. */
const annotation = /^\s*\* @(typedef|param|type) /;
const comment = /^\s*(\/\/ (?!biome-ignore)|\/\*|\*)/;

/** @type {Rules} */
export const comments = {
  files: [
    {
      name: 'comments-fit-the-page',
      find: ({ path, text }) => {
        if (mayBeWide.test(path)) return [];
        let start = 0;
        return text.split('\n').flatMap((line) => {
          const at = start;
          start += line.length + 1;
          if (line.length <= maxCommentColumns || !comment.test(line) || annotation.test(line)) return [];
          return [{ start: at, why: `a line of a comment has at most ${maxCommentColumns} columns` }];
        });
      },
    },
  ],
};
