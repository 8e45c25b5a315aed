/**
 * `node measured-launch.ts HOME PAGE-FOLDER SELECTOR`: opens the main window, prints the ms from the start of
 * the process until an element that SELECTOR finds has text, and closes it.
 */
import { openBenchApp } from './bench-app.ts';
import { drawn, painted } from './drawn.ts';

const [home = '', pageFolder = '', selector = ''] = process.argv.slice(2);
const { page, close } = await openBenchApp(home, pageFolder);
await drawn(page, selector);
await painted(page);
console.log(Math.round(performance.now()));
await close();
