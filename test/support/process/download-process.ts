/**
 * A program for trials that end it at any moment: the app without a window over a kept store. It begins one
 * batch, or goes on with what the last process left, and ends once every batch has.
 */
import { createApp } from '../../../electron/app.ts';
import type { DocumentKey } from '../../../shared/model/document.ts';
import { testHost } from '../app/host.ts';
import { memoryPreferences } from '../app/preferences.ts';

/** What such a process is told, as JSON in `DOWNLOAD_ORDER`. */
export interface DownloadOrder {
  home: string;
  folder: string;
  baseUrl: string;
  agency: string;
  key: string;
  clients: readonly { rut: string; name: string }[];
  documents: readonly DocumentKey[];
  transfersAtOnce: number;
}

/** What it says when it has come to the end, as one line of JSON after `begun`. */
export interface DownloadReport {
  batches: number;
  state: string;
  documents: { id: string; state: string; path: string; sha256: string; error: string }[];
}

/** The id of the one connection of such a process. */
export const connectionId = 'agencia';

async function main(order: DownloadOrder): Promise<void> {
  const { home, folder, baseUrl, agency, key, clients } = order;
  const host = testHost(home, {
    preferences: memoryPreferences({
      clients,
      connections: {
        connections: [{ id: connectionId, name: 'Agencia', baseUrl, agency }],
        keys: [{ account: 'clave', since: '2026-11-20T12:00:00.000Z', connectionIds: [connectionId] }],
      },
    }),
    secrets: {
      get: async () => key,
      set: async () => undefined,
      remove: async () => undefined,
    },
  });
  process.stdout.write('begun\n');
  const app = await createApp(host, { settings: { transfersAtOnce: order.transfersAtOnce } });
  const list = () => app.handlers['downloads.list'](undefined);
  const over = Promise.withResolvers<void>();
  app.on('downloads.progress', () => {
    list().then((batches) => {
      if (batches.every(({ state }) => state.kind === 'ended')) over.resolve();
      if (batches.some(({ state }) => state.kind === 'paused')) over.resolve();
    }, over.reject);
  });
  if ((await list()).length === 0) {
    await app.handlers['downloads.start']({
      selection: { kind: 'some', documents: [...order.documents] },
      folder,
      withInactive: false,
      force: false,
    });
  } else if ((await list()).every(({ state }) => state.kind === 'ended')) over.resolve();
  await over.promise;
  const batches = await list();
  const report: DownloadReport = {
    batches: batches.length,
    state: batches.map(({ state }) => state.kind).join(),
    documents: [],
  };
  for (const { id: batchId } of batches) {
    for (let offset = 0; ; offset += 500) {
      const { rows } = await app.handlers['downloads.documents']({
        batchId,
        offset,
        limit: 500,
        problemsOnly: false,
      });
      for (const { documentId, state, path, sha256 = '', error } of rows) {
        const relative = path.startsWith(folder) ? path.slice(folder.length + 1) : path;
        report.documents.push({ id: documentId, state, path: relative, sha256, error: error?.code ?? '' });
      }
      if (rows.length < 500) break;
    }
  }
  await app.close();
  process.stdout.write(`${JSON.stringify(report)}\n`);
  // Sockets that are kept for the next request would keep the process too.
  process.exit(0);
}

const order = process.env['DOWNLOAD_ORDER'];
if (order !== undefined) await main(JSON.parse(order) as DownloadOrder);
