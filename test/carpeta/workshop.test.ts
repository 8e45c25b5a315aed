import { symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import type { MergeJob } from '../../electron/carpeta/pdf/merge.ts';
import { createWorkshop } from '../../electron/carpeta/workshop.ts';
import { errorOf } from '../support/client.ts';
import { whyNoLinks } from '../support/file-system.ts';
import { drawPaper } from '../support/papers.ts';
import { skippedFor } from '../support/skipped.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const words: MergeJob['words'] = {
  ...{ title: 'Carpeta', index: 'Índice', facts: [], headings: ['', '', '', '', '', ''], beside: '' },
  reasons: {
    ...{ encrypted: '', damaged: '', 'not-a-pdf': '', form: '', 'too-large': '', gone: '', locked: '' },
  },
  ...{ notHere: '', signed: '', notes: [] },
};
let job: MergeJob;

beforeAll(async () => {
  const folder = temporaryFolder();
  const path = join(folder, 'a.pdf');
  await drawPaper(path, { label: 'a', pages: 300 });
  const [documentId, bookmark, type, folio, date] = ['a', 'a', 'a', '', ''];
  const papers = [{ documentId, path, bookmark, type, folio, date }];
  const [language, madeAt] = ['es-CL' as const, '2026-11-20T12:00:00.000Z'];
  job = { target: join(folder, 'all.pdf'), papers, notHere: [], words, language, madeAt };
});

test('papers that take more memory than a worker may have end it, and nothing else', async () => {
  const small = createWorkshop({ heapMb: 4, stillMs: 600_000 });
  expect((await errorOf(small.perform({ kind: 'merge', job }))).code).toBe('PAPERS_TOO_HEAVY');
  expect(await createWorkshop().perform({ kind: 'merge', job })).toMatchObject({ pages: 301 });
});

test('papers of which none is done in time are given up', async () => {
  const short = createWorkshop({ heapMb: 1_024, stillMs: 1 });
  expect((await errorOf(short.perform({ kind: 'merge', job }))).code).toBe('PAPERS_TOO_HEAVY');
});

test(
  'an archive whose first paper is a link by now is refused for that, while the others are looked at',
  skippedFor(whyNoLinks()),
  async () => {
    const folder = temporaryFolder();
    const [planted, paper] = [join(folder, 'a.pdf'), join(folder, 'b.pdf')];
    await writeFile(paper, 'paper');
    await symlink(paper, planted);
    const others = Array.from({ length: 2_000 }, (_, at) => ({ path: paper, name: `${at}.pdf`, bytes: 5 }));
    const files = [{ path: planted, name: 'a.pdf', bytes: 5 }, ...others];
    const packing = createWorkshop().perform({ kind: 'zip', path: join(folder, 'all.zip'), files });
    expect((await errorOf(packing)).code).toBe('FILE_IN_THE_WAY');
  },
);
