import type { Store } from '../../../electron/database/index.ts';
import { startWorker, systemClock } from '../../../electron/platform/terminal/index.ts';
import { createReadFileTexts, type ReadScans } from '../../../electron/text/index.ts';
import { WaitingScans } from '../../../electron/text/ocr/recognize-when-idle.ts';
import { TextIndexer } from '../../../electron/text/text-indexer.ts';
import type { Finding } from '../../../shared/model/review.ts';
import { temporaryFolder } from '../disk/temporary-folder.ts';
import { acme, document, octoberInvoices } from '../samples/documents.ts';
import { storeFiles, textConnection } from '../samples/text-files.ts';

/** What the service says of a document. */
export type ServiceData = Omit<Parameters<typeof document>[0], 'id'>;

/** A document by its file, and what the service says of it. */
export interface ServedDocument {
  content: Uint8Array;
  says?: ServiceData;
}

/** Downloads these documents and reads them; their scans, where somebody recognises them. */
export async function readDocuments(
  store: Store,
  files: Readonly<Record<string, ServedDocument>>,
  readScans?: ReadScans,
): Promise<void> {
  const contents = Object.fromEntries(Object.entries(files).map(([id, { content }]) => [id, content]));
  await storeFiles(store, temporaryFolder(), contents);
  await store.upsertPage({
    connectionId: textConnection,
    rut: acme,
    query: { ...octoberInvoices, rut: acme },
    at: '2026-11-20T12:00:00.000Z',
    documents: Object.entries(files).map(([id, { says }]) => document({ id, folio: '', ...says })),
  });
  const base = { store, clock: systemClock, reportError: () => undefined };
  const indexer = new TextIndexer({
    ...base,
    readFileTexts: createReadFileTexts(startWorker),
    scans: new WaitingScans({
      ...base,
      readScans: readScans ?? (async () => undefined),
      isIdle: () => false,
      when: () => (readScans ? 'always' : 'never'),
    }),
    isOn: () => true,
    isPaused: () => false,
    isBusy: () => false,
    onStatus: () => undefined,
  });
  await indexer.readAll(
    new AbortController().signal,
    () => undefined,
    () => undefined,
  );
}

/** Marks a dispatch as one whose documents are all stored. */
export function markWhole(store: Store, number: string): Promise<unknown> {
  return store.markComplete({
    connectionId: textConnection,
    number,
    rut: acme,
    at: '2026-11-20T12:00:00.000Z',
  });
}

/** All findings, in their order. */
export async function listAllFindings(store: Store): Promise<readonly Finding[]> {
  const limit = 500;
  const rows: Finding[] = [];
  for (;;) {
    const window = { offset: rows.length, limit, withDismissed: true };
    const page = (await store.listFindings({}, window, '2026-11-20')).rows;
    rows.push(...page);
    if (page.length < limit) return rows;
  }
}
