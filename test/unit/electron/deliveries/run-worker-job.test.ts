import { stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import type { DocumentToMerge, MergeJob } from '../../../../electron/deliveries/pdf/merge.ts';
import { runWorkerJob } from '../../../../electron/deliveries/run-worker-job.ts';
import type { StartWorker } from '../../../../electron/host.ts';
import { startWorker, workerEnvironment } from '../../../../electron/platform/terminal/index.ts';
import { errorOf } from '../../../support/agency/client.ts';
import { whyNoLinks } from '../../../support/disk/file-system.ts';
import { temporaryFolder } from '../../../support/disk/temporary-folder.ts';
import { silentWorker } from '../../../support/faults/silent-worker.ts';
import { documentToMerge, mergeJob } from '../../../support/samples/merge-job.ts';
import { drawPdf, pdfOfNames } from '../../../support/samples/sample-files.ts';
import { skippedFor } from '../../../support/skipped.ts';

let job: MergeJob;
let document: DocumentToMerge;

beforeAll(async () => {
  const folder = temporaryFolder();
  const path = join(folder, 'a.pdf');
  await drawPdf(path, { label: 'a', pages: 3 });
  document = documentToMerge('a', path);
  job = mergeJob({ target: join(folder, 'all.pdf'), documents: [document] });
});

test('a document that takes more memory than it may ends its own process, and stands beside the others', async () => {
  const folder = temporaryFolder();
  const heavy = { ...document, documentId: 'heavy', path: join(folder, 'heavy.pdf') };
  await writeFile(heavy.path, pdfOfNames(5_000_000));
  const [documents, target] = [[document, heavy, { ...document, documentId: 'b' }], join(folder, 'all.pdf')];
  let steps = 0;
  const made = await runWorkerJob(
    startWorker,
    { kind: 'merge', job: { ...job, documents, target } },
    { onStep: () => (steps += 1) },
    { heapMb: 48, stillMs: 600_000 },
  );
  expect(made.attached).toEqual([{ documentId: 'heavy', reason: 'too-heavy' }]);
  expect(made.merged.map(({ documentId }) => documentId)).toEqual(['a', 'b']);
  expect(steps).toBe(3);
  expect((await stat(target)).size).toBe(made.bytes);
});

test('documents of which none is done in time are given up', async () => {
  const limits = { heapMb: 1_024, stillMs: 1 };
  expect((await errorOf(runWorkerJob(silentWorker, { kind: 'merge', job }, {}, limits))).code).toBe(
    'PAPERS_TOO_HEAVY',
  );
});

test('a worker whose script is not there is no fault of the documents', async () => {
  const lost: StartWorker = (_script, limits) =>
    startWorker(new URL('./not-there.ts', import.meta.url), limits);
  expect((await errorOf(runWorkerJob(lost, { kind: 'merge', job }))).code).toBe('UNEXPECTED');
});

test('a worker is told nothing of the environment that is Carpeta’s own', () => {
  const env = { PATH: '/bin', CARPETA_API_KEY: 'k', carpeta_home: '/h', NODE_OPTIONS: '--inspect' };
  expect(workerEnvironment(env)).toEqual({ PATH: '/bin' });
});

test(
  'an archive whose first document is a link by now is refused for that, while the others are looked at',
  skippedFor(whyNoLinks()),
  async () => {
    const folder = temporaryFolder();
    const [planted, document] = [join(folder, 'a.pdf'), join(folder, 'b.pdf')];
    await writeFile(document, 'paper');
    await symlink(document, planted);
    const others = Array.from({ length: 2_000 }, (_, at) => ({
      path: document,
      name: `${at}.pdf`,
      bytes: 5,
    }));
    const files = [{ path: planted, name: 'a.pdf', bytes: 5 }, ...others];
    const packing = runWorkerJob(startWorker, {
      kind: 'zip',
      path: join(folder, 'all.zip'),
      files,
    });
    expect((await errorOf(packing)).code).toBe('FILE_IN_THE_WAY');
  },
);
