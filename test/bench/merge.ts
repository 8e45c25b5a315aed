/**
 * A dispatch of 200 documents and 2,000 pages becomes one PDF: time, memory of the whole process, and how
 * long the main event loop is kept from its work meanwhile. Documents are scans that do not compress, so what
 * is merged is as large as it gets in an office.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { openModule } from '../support/app/dossier-module.ts';
import { noPoppler, pagesOf } from '../support/samples/poppler.ts';
import { writeScan } from '../support/samples/sample-files.ts';
import { addDownloadedFile, agency, storeDispatch } from '../support/samples/stored-folders.ts';
import type { Bench } from './run.ts';

const documents = 200;
const pagesEach = 10;
const bytesPerPage = 150_000;
const bars = { seconds: 60, megabytes: 500, delay99: 20 };

export const bench: Bench = async () => {
  const home = mkdtempSync(join(tmpdir(), 'carpeta-bench-'));
  const module = await openModule();
  try {
    const files = join(home, 'papeles');
    mkdirSync(files);
    const types = Array.from({ length: documents }, (_, index) => `TIPO ${index + 1}`);
    const ids = await storeDispatch(module.store, { number: '123457', documents: types });
    for (const [index, id] of ids.entries()) {
      const path = join(files, `${index + 1}.pdf`);
      writeScan(path, `documento ${index + 1}`, pagesEach, bytesPerPage);
      await addDownloadedFile(module.store, id, path);
    }
    const idle = process.memoryUsage.rss();
    let peak = idle;
    const watch = setInterval(() => {
      peak = Math.max(peak, process.memoryUsage.rss());
    }, 10);
    const delay = monitorEventLoopDelay({ resolution: 1 });
    delay.enable();
    const begun = performance.now();
    const id = await module.deliveries.merge({
      dispatches: [{ connectionId: agency, number: '123457' }],
      folder: join(home, 'entrega'),
      language: 'es-CL',
      withInactive: false,
    });
    const { state, dispatches } = await module.ended(id);
    const seconds = (performance.now() - begun) / 1000;
    delay.disable();
    clearInterval(watch);

    const [merged] = dispatches;
    const found = {
      seconds,
      megabytes: peak / 1_048_576,
      delay99: delay.percentile(99) / 1e6,
    };
    const counted = noPoppler === undefined ? pagesOf(merged?.path ?? '') : merged?.pages;
    console.log(
      `${documents} papers, ${documents * pagesEach} pages, ${megabytes(merged?.bytes ?? 0)} MB merged: ${state}`,
    );
    console.log(
      `  pages in the file, cover included: ${counted}${noPoppler === undefined ? ' (pdfinfo)' : ''}`,
    );
    console.log(`  time           ${found.seconds.toFixed(1)} s, bar ${bars.seconds} s`);
    console.log(
      `  peak memory    ${found.megabytes.toFixed(0)} MB (idle ${megabytes(idle)}), bar ${bars.megabytes} MB`,
    );
    console.log(
      `  event loop p99 ${found.delay99.toFixed(1)} ms (most ${(delay.max / 1e6).toFixed(1)}), bar ${bars.delay99} ms`,
    );
    const isWhole = state === 'done' && merged?.merged.length === documents && counted === merged.pages;
    const isMet =
      found.seconds < bars.seconds && found.megabytes < bars.megabytes && found.delay99 < bars.delay99;
    return isWhole && isMet ? 0 : 1;
  } finally {
    await module.close();
    rmSync(home, { recursive: true, force: true });
  }
};

function megabytes(bytes: number): string {
  return (bytes / 1_048_576).toFixed(0);
}
