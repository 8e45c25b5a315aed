import { describe, expect, test } from 'vitest';
import { DocumentFiles } from '../../../../electron/deliveries/document-files.ts';
import { createTranslator } from '../../../../electron/i18n/index.ts';
import { AppError, type ErrorCode } from '../../../../shared/errors.ts';
import type { DocumentKey } from '../../../../shared/model/document.ts';
import type { PauseReason } from '../../../../shared/model/download.ts';

const key = (id: string): DocumentKey => ({ connectionId: 'c', id });

/** Documents of an agency: those that are here by path, those that it has, and why one does not come. */
function setUp({
  here = [] as string[],
  without = [] as string[],
  pausedWhy = undefined as PauseReason | undefined,
}) {
  const paths = new Map(here.map((id) => [id, `/here/${id}.pdf`]));
  const reasons = new Map<string, ErrorCode>();
  const batches: { ids: string[]; name: string }[] = [];
  const files = new DocumentFiles(
    {
      translatorNow: () => createTranslator('es-CL'),
      fileOf: async ({ id }) => {
        const path = paths.get(id);
        if (path === undefined) throw new AppError('DOCUMENT_NOT_HERE', 'not here');
        return path;
      },
      store: {
        selectDocument: async ({ id }: DocumentKey) => ({
          file: without.includes(id) ? 'none' : 'available',
        }),
      } as never,
      fetcher: {
        fetch: async ({ documents, name }, { signal, onProgress }) => {
          batches.push({ ids: documents.map(({ id }) => id), name });
          onProgress({ batchIds: ['b'], done: 0, of: documents.length, ...(pausedWhy && { pausedWhy }) });
          if (signal.aborted) throw new AppError('CANCELLED', 'nobody waits');
          for (const { id } of documents) if (!reasons.has(id)) paths.set(id, `/fetched/${id}.pdf`);
          return ({ id }) => reasons.get(id);
        },
        cancel: async () => undefined,
      },
    },
    new AbortController().signal,
  );
  return { files, batches, reasons };
}

describe('a document that is not on this computer', () => {
  test('is fetched first by whoever opens, shows or prints it, in one batch with the others', async () => {
    const { files, batches } = setUp({ here: ['a'] });
    expect(await files.get(['a', 'b', 'd'].map(key))).toEqual([]);
    expect(batches).toEqual([{ ids: ['b', 'd'], name: '2 documentos para abrir' }]);
    expect(await files.pathOf(key('d'))).toBe('/fetched/d.pdf');
    expect(batches).toHaveLength(1);
  });

  test('is another thing than one that the agency has no file of, which nobody asks for', async () => {
    const { files, batches } = setUp({ without: ['none'] });
    await expect(files.pathOf(key('none'))).rejects.toMatchObject({ code: 'DOCUMENT_WITHOUT_FILE' });
    expect(batches).toEqual([]);
  });

  test('tells why it did not come, and the others come', async () => {
    const { files, reasons } = setUp({});
    reasons.set('b', 'STORAGE_REFUSED');
    expect(await files.get(['a', 'b'].map(key))).toEqual([{ document: key('b'), code: 'STORAGE_REFUSED' }]);
  });

  test('keeps nobody waiting for a network that is away', async () => {
    const { files } = setUp({ pausedWhy: 'offline' });
    await expect(files.pathOf(key('a'))).rejects.toMatchObject({ code: 'NO_NETWORK' });
  });
});
