// @ts-check
import { electronBinary } from '../electron-binary.mjs';
import { runNode } from '../run.mjs';

/**
 * What the stage needs and this machine has not, or undefined.
 * @param {import('./stages.mjs').Stage} stage
 */
export function skipReason({ needs }) {
  if (needs === undefined || (needs === 'window' && electronBinary() !== undefined)) return undefined;
  browserTried ??= tryBrowser();
  return browserTried;
}

/** @type {Promise<string | undefined> | undefined} */
let browserTried;

/** Why no browser can be had, tried by starting one. */
async function tryBrowser() {
  let said = '';
  const onOutput = (/** @type {string} */ text) => {
    said += text;
  };
  const code = await runNode(['scripts/try-browser.mjs'], { limit: 60_000, onOutput });
  return code === 0 ? undefined : said.trim() || `no browser starts here (code ${code})`;
}
