import { join } from 'node:path';
import { openStore } from '../../../electron/database/index.ts';
import { type MainWindow, openMainWindow } from '../../../electron/platform/browser/index.ts';
import type { PracticeAgency } from '../../support/agency/practice-agency.ts';
import { ask } from '../../support/app/bridge.ts';
import { confirmHosts } from '../../support/app/confirm-hosts.ts';
import { benchQuery, benchRut, madeUpPages } from './made-up-documents.ts';

/**
 * Opens the main window, or another page in the same host, where nobody sees it; hosts that it asks about are
 * confirmed.
 */
export async function openBenchApp(home: string, pageFolder: string): Promise<MainWindow> {
  const app = await openMainWindow({
    pageFolder,
    headless: true,
    env: { ...process.env, CARPETA_HOME: home },
  });
  confirmHosts(app.context);
  return app;
}

/** Adds a practice agency to an app that was never opened; returns the id of the connection. */
export async function connectBenchApp(
  home: string,
  pageFolder: string,
  { baseUrl, agency, key }: PracticeAgency,
): Promise<string> {
  const { page, close } = await openBenchApp(home, pageFolder);
  const connection = await ask(page, 'connections.add', { name: 'Práctica', baseUrl, agency, key });
  await close();
  return connection.id;
}

/** Keeps a saved search of so many made-up documents in a closed app's store. */
export async function storeSavedSearch(
  home: string,
  connectionId: string,
  name: string,
  count: number,
): Promise<void> {
  const query = benchQuery(connectionId);
  const at = new Date().toISOString();
  const resultSetId = 'bench';
  const store = await openStore(join(home, 'carpeta.db'));
  await store.createResultSet(resultSetId, query, at);
  for (const documents of madeUpPages(count)) {
    await store.upsertPage({
      connectionId,
      rut: benchRut,
      documents,
      at,
      query: {
        kind: 'files',
        rut: benchRut,
        start: '2026-01-01',
        end: '2026-11-20',
        type: documents[0]?.type ?? '',
      },
      member: { resultSetId, taskId: 1 },
    });
  }
  await store.createSavedSearches(
    'bench-saved',
    {
      name,
      question: query,
      folder: '',
      template: '',
      refresh: { kind: 'by-hand' },
      downloadsNew: false,
      takesPapers: false,
      view: { list: 'documents', columns: [], sort: [], filter: '', group: 'none' },
    },
    { from: resultSetId, resultSetId: 'bench-saved-rows' },
    at,
  );
  await store.close();
}
