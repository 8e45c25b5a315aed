// @ts-check
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { build } from 'vite';
import { openBenchApp } from '../test/bench/support/bench-app.ts';
import { startPractice } from '../test/support/agency/practice-agency.ts';
import { ask } from '../test/support/app/bridge.ts';
import { markPasses, recordPasses } from './mark-passed-values.mjs';
import { root } from './project.mjs';
import { say } from './run.mjs';

/** @typedef {import('playwright').Page} Page */

const folder = mkdtempSync(join(tmpdir(), 'carpeta-walk-'));
const agency = await startPractice({ documents: 400, clients: 2, seed: 'walk' });
try {
  const pageFolder = join(folder, 'page');
  await buildMarked(pageFolder);
  const { page, close } = await openBenchApp(join(folder, 'home'), pageFolder);
  await openResult(page);
  const folio = await foreignFolio(page);
  await tell('filter typed → rows', page, folio, () => filter(page, folio));
  const into = join(folder, 'Carpetas');
  await prepareDownload(page, into);
  // No document lands before the progress is there, and brings the rows of lists along.
  agency.faults.add({ kind: 'storage-slow', ms: 4000 });
  await tell('Descargar → progress', page, into, () => download(page));
  await close();
} finally {
  await agency.close();
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}

/**
 * Builds the page so that each of its functions tells what it is given and what it gives.
 * @param {string} outDir
 */
async function buildMarked(outDir) {
  const renderer = join(root, 'renderer');
  await build({
    root: renderer,
    configFile: false,
    logLevel: 'error',
    base: './',
    plugins: [
      react(),
      {
        name: 'passes',
        enforce: 'post',
        transform: (code, id) =>
          /\.tsx?$/.test(id) && id.startsWith(renderer)
            ? { code: markPasses(id.slice(root.length + 1), code), map: null }
            : undefined,
      },
    ],
    html: { cspNonce: '__CSP_NONCE__' },
    build: {
      outDir,
      minify: false,
      target: 'chrome140',
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
    },
  });
}

/** @param {Page} page */
async function openResult(page) {
  const { baseUrl, agency: id, key, clients } = agency;
  const { id: connectionId } = await ask(page, 'connections.add', {
    name: 'Agencia',
    baseUrl,
    agency: id,
    key,
  });
  const { resultSetId } = await ask(page, 'search.start', {
    kind: 'range',
    connectionIds: [connectionId],
    ruts: clients.map(({ rut }) => rut),
    range: { kind: 'days', start: '2024-01-01', end: '2030-12-31' },
    types: { kind: 'all', operation: 'both' },
    complete: false,
  });
  while ((await ask(page, 'search.progress', { resultSetId })).state === 'running')
    await page.waitForTimeout(200);
  await page.goto(`${page.url().split('#')[0]}#/results/${resultSetId}/documents`);
  await page.reload();
  await page.getByRole('row').nth(5).waitFor();
  await page.getByRole('textbox', { name: 'Filtrar la lista' }).focus();
  await quiet(page);
}

/**
 * The number of a document that no shown row has, so that what holds it comes from the act alone.
 * @param {Page} page
 */
async function foreignFolio(page) {
  const shown = await page.locator('body').innerText();
  const folios = [...agency.data.documents()]
    .filter(({ isActive }) => isActive)
    .map(({ infoDoc }) => infoDoc.document?.number ?? '');
  const folio = folios.find(
    (one) =>
      one.length > 4 && !shown.includes(one) && folios.filter((other) => other.includes(one)).length === 1,
  );
  if (folio === undefined) throw new Error('every number of a document is shown');
  return folio;
}

/**
 * What nobody waits for has been fetched and counted by then.
 * @param {Page} page
 */
function quiet(page) {
  return page.waitForTimeout(6000);
}

/** @param {Page} page @param {string} folio */
async function filter(page, folio) {
  await page.keyboard.insertText(folio);
  await page.getByRole('row').filter({ hasText: folio }).waitFor();
}

/** @param {Page} page @param {string} into */
async function prepareDownload(page, into) {
  const opened = page.context().waitForEvent('page');
  const chosen = ask(page, 'folder.choose', { title: 'Carpetas' });
  const prompt = (await opened).getByRole('textbox');
  await prompt.fill(into);
  // The prompt is gone as soon as the key is down, which ends the press.
  prompt.press('Enter').catch(() => undefined);
  await chosen;
  await ask(page, 'settings.change', { folder: into });
  await page.reload();
  await page.getByRole('button', { name: /^Elegir todo/ }).click();
  await page.getByRole('button', { name: /^Descargar…/ }).click();
  await page.getByRole('dialog').waitFor();
  await quiet(page);
}

/** @param {Page} page */
async function download(page) {
  await page.getByRole('dialog').getByRole('button', { name: 'Descargar', exact: true }).click();
  await page.getByRole('progressbar').first().waitFor();
}

/**
 * Tells through which files of the page something goes from `act` on until what it waits for is there: those
 * whose functions take or give what holds this text. What runs beside (clocks, other screens, what is drawn
 * anew and shows nothing of it) is no part of the way.
 * @param {string} name
 * @param {Page} page
 * @param {string} text
 * @param {() => Promise<void>} act
 */
async function tell(name, page, text, act) {
  await page.evaluate(recordPasses, text);
  await act();
  /** @type {string[]} */
  const passed = await page.evaluate(() => [...Reflect.get(globalThis, 'lines')]);
  const walked = Map.groupBy(passed, (line) => line.split(' ')[0]);
  for (const [file, passes] of [...walked].sort()) {
    say(`  ${file}  ${passes.map((line) => line.split(' ')[1]).join(', ')}`);
  }
  say(`${name}: ${walked.size} files of the page`);
}
