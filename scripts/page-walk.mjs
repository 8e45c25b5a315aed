// @ts-check
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { build } from 'vite';
import { startPractice } from '../electron/practice/index.ts';
import { openBenchDesk } from '../test/bench/support/bench-desk.ts';
import { ask } from '../test/support/bridge.ts';
import { root } from './project.mjs';
import { say } from './run.mjs';

/** @typedef {import('playwright').Page} Page */
/** @typedef {import('playwright').CDPSession} Session */

const folder = mkdtempSync(join(tmpdir(), 'carpeta-walk-'));
const agency = await startPractice({ documents: 400, clients: 2, seed: 'walk' });
try {
  const { pageFolder, files } = await buildFileByFile(join(folder, 'page'));
  const { page, close } = await openBenchDesk(join(folder, 'home'), pageFolder);
  await openResult(page);
  const session = await page.context().newCDPSession(page);
  await session.send('Profiler.enable');
  await session.send('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  await tell('filter typed → rows', session, files, () => filter(page));
  await prepareDownload(page, join(folder, 'Carpetas'));
  await tell('Descargar → progress', session, files, () => download(page));
  await close();
} finally {
  await agency.close();
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}

/**
 * Builds the page with each of its files as a script of its own; gives, by the name of a script, the file that it is.
 * @param {string} outDir
 */
async function buildFileByFile(outDir) {
  const renderer = join(root, 'renderer');
  /** @type {Map<string, string>} */
  const files = new Map();
  await build({
    ...{ root: renderer, configFile: false, logLevel: 'error', base: './' },
    plugins: [
      react(),
      {
        name: 'files-of-scripts',
        generateBundle(_, bundle) {
          for (const part of Object.values(bundle)) {
            const [id, ...others] = part.type === 'chunk' ? part.moduleIds : [];
            if (id?.startsWith(renderer) && others.length === 0) {
              files.set(part.fileName.split('/').at(-1) ?? '', id.slice(root.length + 1));
            }
          }
        },
      },
    ],
    html: { cspNonce: '__CSP_NONCE__' },
    build: {
      ...{ outDir, minify: false, target: 'chrome140', assetsInlineLimit: 0 },
      modulePreload: { polyfill: false },
      rolldownOptions: {
        output: {
          codeSplitting: {
            includeDependenciesRecursively: false,
            groups: [
              {
                name: (id) =>
                  id.startsWith(renderer) ? id.slice(renderer.length).replace(/\W+/g, '_') : 'others',
              },
            ],
          },
        },
      },
    },
  });
  return { pageFolder: outDir, files };
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
    ...{ kind: 'range', connectionIds: [connectionId], ruts: clients.map(({ rut }) => rut) },
    range: { kind: 'days', start: '2024-01-01', end: '2030-12-31' },
    ...{ types: { kind: 'all', operation: 'both' }, complete: false },
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
 * What nobody waits for has been fetched and counted by then.
 * @param {Page} page
 */
function quiet(page) {
  return page.waitForTimeout(6000);
}

/** @param {Page} page */
async function filter(page) {
  await page.keyboard.insertText('FACTURA AGENCIA');
  await page.getByRole('row').filter({ hasText: 'FACTURA AGENCIA' }).nth(8).waitFor();
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
 * Tells in which files of the page functions ran from `act` on until what it waits for was there.
 * @param {string} name
 * @param {Session} session
 * @param {ReadonlyMap<string, string>} files
 * @param {() => Promise<void>} act
 */
async function tell(name, session, files, act) {
  await session.send('Profiler.takePreciseCoverage');
  await act();
  const { result } = await session.send('Profiler.takePreciseCoverage');
  /** @type {Map<string, string[]>} */
  const walked = new Map();
  for (const { url, functions } of result) {
    const file = files.get(url.split('/').at(-1) ?? '');
    // The first is the file itself, as it is loaded.
    const ran = functions.slice(1).filter(({ ranges }) => (ranges[0]?.count ?? 0) > 0);
    if (file && ran.length > 0)
      walked.set(
        file,
        ran.map(({ functionName }) => functionName || '(anonymous)'),
      );
  }
  for (const [file, names] of [...walked].sort()) say(`  ${file}  ${[...new Set(names)].join(', ')}`);
  say(`${name}: ${walked.size} files of the page`);
}
