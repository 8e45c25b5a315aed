// @ts-check
import { chromium } from 'playwright';
import { findBrowser } from '../electron/platform/browser/find-browser.ts';
import { say } from './run.mjs';

/**
 * Starts the browser that tests and the window use, and ends it: prints in one line why it cannot be had, and
 * ends with 1 then.
 */
async function tryBrowser() {
  const executablePath = findBrowser();
  if (executablePath === undefined) return 'no Chromium, Chrome or Edge is installed';
  try {
    // The system refuses a sandbox to root.
    const browser = await chromium.launch({ executablePath, chromiumSandbox: process.getuid?.() !== 0 });
    await browser.close();
    return undefined;
  } catch (error) {
    return `${executablePath} does not start: ${whyIn(String(error))}`;
  }
}

/**
 * What Chromium itself says of its end, out of all that Playwright tells of it.
 * @param {string} text
 */
function whyIn(text) {
  if (/No usable sandbox/i.test(text))
    return 'this system allows its sandbox to nobody; the package chromium-sandbox brings one';
  const said = /\[(?:pid=\d+)\]\[err\] (.*(?:FATAL|ERROR|error|cannot).*)/.exec(text)?.[1];
  return said ?? text.split('\n')[0] ?? '';
}

const why = await tryBrowser();
if (why !== undefined) say(why);
process.exitCode = why === undefined ? 0 : 1;
