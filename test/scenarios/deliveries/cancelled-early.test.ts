import { expect, it } from 'vitest';
import type { FetchProgress } from '../../../electron/deliveries/document-fetcher.ts';
import { DocumentFetcher } from '../../../electron/deliveries/document-fetcher.ts';
import { fetchMissing } from '../../../electron/deliveries/fetch-missing.ts';
import { AppError } from '../../../shared/errors.ts';

const document = {
  connectionId: 'a',
  number: '123457',
  documentId: 'd',
  type: 'DIN',
  folio: '5',
  hasFile: true,
};

it('documents that nobody waits for any more by the time their batch has begun: that batch is known, and stopped', async () => {
  const abort = new AbortController();
  const stopped: unknown[] = [];
  const reports: FetchProgress[] = [];
  const documents = new DocumentFetcher({
    downloads: {
      list: async () => [],
      split: async (request) => [request],
      // As on a network drive that takes seconds to answer.
      start: async () => {
        abort.abort();
        return { batchId: 'batch-1' };
      },
      follow: () => () => undefined,
      documents: async () => ({ rows: [], total: 0 }),
      control: async (order) => void stopped.push(order),
    },
    settings: () => ({ folder: '/carpetas', template: '{type}' }),
    userData: '/home/ana/carpeta',
    ownFolder: '/home/ana/carpeta/papeles',
  });
  const fileOf = async () => {
    throw new AppError('DOCUMENT_NOT_HERE', 'not here');
  };
  const fetching = fetchMissing(
    { fileOf, fetcher: documents },
    [document],
    { name: 'PDF' },
    { signal: abort.signal, isAppEnding: () => false, onProgress: (progress) => void reports.push(progress) },
  );
  await expect(fetching).rejects.toMatchObject({ code: 'CANCELLED' });
  expect(stopped).toEqual([{ action: 'cancel', batchId: 'batch-1' }]);
  expect(reports).toEqual([{ batchIds: ['batch-1'], done: 0, of: 1 }]);
});
