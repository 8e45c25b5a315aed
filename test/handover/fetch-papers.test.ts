import { expect, it } from 'vitest';
import { createPaperFetcher } from '../../electron/handover/fetch-papers.ts';
import { CarpetaError, toErrorData } from '../../shared/errors.ts';
import type { Batch, BatchDocument } from '../../shared/model/download.ts';
import type { Rut } from '../../shared/model/rut.ts';

const full = toErrorData(new CarpetaError('DISK_FULL', 'no room'));

function paused(transferring: number, done: number): Batch {
  const none = { waiting: 0, transferring: 0, paused: 0, here: 0, failed: 0, unsigned: 0, cancelled: 0 };
  return {
    ...{ id: 'batch-1', name: 'PDF', folder: '/carpetas', template: '', startedAt: '2026-11-02T12:00:00Z' },
    state: { kind: 'paused', why: 'disk-full', error: full },
    counts: { ...none, 'no-file': 0, waiting: 1, transferring, done },
    ...{ documents: 2, leftOut: 0, bytes: 1, bytesPerSecond: 0, isElsewhere: false },
  };
}

function document(documentId: string, state: BatchDocument['state']): BatchDocument {
  return {
    ...{
      batchId: 'batch-1',
      connectionId: 'a',
      documentId,
      dispatchNumber: '123457',
      rut: '76086428-5' as Rut,
    },
    ...{ type: 'DIN', folio: '5', state, path: '', bytes: 0 },
  };
}

it('a paper that is being put in its place when a disk fills up beside it has come', async () => {
  let hear: (batch: Batch | undefined) => void = () => undefined;
  let landing: BatchDocument['state'] = 'transferring';
  const followed = Promise.withResolvers<void>();
  const papers = createPaperFetcher({
    downloads: {
      list: async () => [],
      start: async () => ({ batchId: 'batch-1' }),
      follow: (_batchId, listener) => {
        hear = listener;
        followed.resolve();
        return () => undefined;
      },
      documents: async () => ({
        rows: [document('landing', landing), document('other', 'waiting')],
        total: 2,
      }),
      control: async () => undefined,
    },
    settings: () => ({ folder: '/carpetas', template: '{type}' }),
    userData: '/home/ana/carpeta',
    ownFolder: '/home/ana/carpeta/papeles',
  });
  const fetching = papers.fetch(
    {
      documents: [
        { connectionId: 'a', id: 'landing' },
        { connectionId: 'a', id: 'other' },
      ],
      name: 'PDF',
    },
    { signal: new AbortController().signal, onProgress: () => undefined },
  );
  await followed.promise;
  hear(paused(1, 0));
  // Whoever reads the documents at that moment reads them in the turns that follow.
  await new Promise((resolve) => setImmediate(resolve));
  landing = 'done';
  hear(paused(0, 1));
  const codeOf = await fetching;
  expect(codeOf({ connectionId: 'a', id: 'landing' })).toBe(undefined);
  expect(codeOf({ connectionId: 'a', id: 'other' })).toBe('DISK_FULL');
});
