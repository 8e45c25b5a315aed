import { open, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { runWorkerJob } from '../../../electron/deliveries/run-worker-job.ts';
import { startWorker } from '../../../electron/platform/terminal/index.ts';
import { previewHandlers } from '../../../electron/preview/index.ts';
import { temporaryFolder } from '../../support/disk/temporary-folder.ts';
import { documentToMerge, mergeJob } from '../../support/samples/merge-job.ts';
import { drawPdf, pdfOfNames } from '../../support/samples/sample-files.ts';

/** A TIFF of two gigabytes, most of them never written: its one strip takes them all. */
async function hugeTiff(path: string): Promise<void> {
  const bytes = 2 * 2 ** 30;
  const head = Buffer.alloc(8 + 2 + 12 * 8 + 4);
  head.write('II*\0', 'latin1');
  head.writeUInt32LE(8, 4);
  head.writeUInt16LE(8, 8);
  const fields = [
    ...[
      [256, 16_384 * 8],
      [257, 131_072],
      [258, 1],
      [259, 1],
    ],
    ...[
      [262, 0],
      [273, 512],
      [278, 131_072],
      [279, bytes - 512],
    ],
  ];
  for (const [index, [tag = 0, value = 0]] of fields.entries()) {
    const at = 10 + index * 12;
    head.writeUInt16LE(tag, at);
    head.writeUInt16LE(4, at + 2);
    head.writeUInt32LE(1, at + 4);
    head.writeUInt32LE(value, at + 8);
  }
  await writeFile(path, head);
  await truncate(path, bytes);
}

/** An XML of 300 million bytes without the end of a line. */
async function longLine(path: string): Promise<void> {
  await using file = await open(path, 'w');
  await file.write('<?xml version="1.0" encoding="ISO-8859-1"?><DTE>');
  const chunk = Buffer.alloc(2 ** 20, '<x>1</x>');
  for (let written = 0; written < 300_000_000; written += chunk.length) await file.write(chunk);
  await file.write('</DTE>');
}

/** Of each document: how it is made, and why it stands beside the merged file. */
const documents = [
  ['a TIFF of 2 GB', 'huge.tif', hugeTiff, 'too-large'],
  ['an XML of one line of 300 MB', 'line.xml', longLine, 'too-large'],
  [
    'a PDF with one array of 97 million names',
    'names.pdf',
    (path: string) => writeFile(path, pdfOfNames(97_000_000)),
    'too-heavy',
  ],
] as const;

describe.each(documents)('%s', (_, name, make, reason) => {
  const path = join(temporaryFolder(), name);
  beforeAll(() => make(path));

  it('stands beside the others when they are merged, and harms no process but its own', async () => {
    const folder = temporaryFolder();
    const [good, target] = [join(folder, 'good.pdf'), join(folder, 'all.pdf')];
    await drawPdf(good, { label: 'a', pages: 2 });
    const documents = [documentToMerge('a', good), documentToMerge('bad', path), documentToMerge('b', good)];
    // A tenth of what it usually gets is full in a tenth of the time.
    const limits = { heapMb: 96, stillMs: 600_000 };
    const job = mergeJob({ target, documents });
    const made = await runWorkerJob(startWorker, { kind: 'merge', job }, {}, limits);
    expect(made.merged.map(({ documentId }) => documentId)).toEqual(['a', 'b']);
    expect(made.attached).toEqual([{ documentId: 'bad', reason }]);
    expect((await stat(target)).size).toBe(made.bytes);
  });

  it('is left to its own program by the viewer: nothing reads it', async () => {
    const { 'file.read': read } = previewHandlers(
      async () => path,
      () => Promise.reject(new Error('no agency')),
      () => Promise.reject(new Error('a process is started')),
    );
    const { size } = await stat(path);
    expect(await read({ connectionId: 'agency', id: 'd1' })).toEqual({ kind: 'too-large', bytes: size });
  });
});
