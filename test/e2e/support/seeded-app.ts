import { expect } from '@playwright/test';
import type { PracticeAgency } from '../../support/agency/practice-agency.ts';
import { ask } from '../../support/app/bridge.ts';
import type { AppUnderTest } from './app.ts';

/** What an app holds after a person has worked with the practice agency for a while. */
export interface Seeded {
  resultSetId: string;
  /** The saved search whose result it is. */
  savedId: string;
  batchId: string;
  dispatch: { connectionId: string; number: string; rut: string };
}

/**
 * Has the practice agency asked for one client's last 90 days, saves the search, and downloads some of it
 * into `folder`.
 */
export async function seedApp({ page, choosing }: AppUnderTest, folder: string): Promise<Seeded> {
  // Only folders that a person chose are written to.
  let chosen: Promise<string | undefined> | undefined;
  await choosing(folder, async () => {
    chosen = ask(page, 'folder.choose', { title: 'Carpetas' });
  });
  await chosen;
  const others = new Set((await ask(page, 'clients.list', undefined)).map(({ rut }) => rut));
  const { id: connectionId } = await ask(page, 'connections.practice', undefined);
  const clients = await ask(page, 'clients.list', undefined);
  // It brings none anew where it was connected before.
  const client = clients.find(({ rut }) => !others.has(rut)) ?? clients[0];
  if (!client) throw new Error('the practice agency brings its clients');
  const query = {
    kind: 'range' as const,
    connectionIds: [connectionId],
    ruts: [client.rut],
    range: { kind: 'last-days' as const, days: 90 },
    types: { kind: 'all' as const, operation: 'both' as const },
    complete: true,
  };
  const { resultSetId } = await ask(page, 'search.start', query);
  await expect
    .poll(async () => (await ask(page, 'search.progress', { resultSetId })).state, { timeout: 60_000 })
    .toBe('done');
  const { id: savedId } = await ask(page, 'saved.create', {
    name: 'Últimos 90 días',
    question: query,
    view: { list: 'documents', columns: [], sort: [], filter: '', group: 'none' },
    folder,
    template: '',
    refresh: { kind: 'by-hand' },
    downloadsNew: false,
    takesPapers: false,
    resultSetId,
  });
  const window = await ask(page, 'rows.page', {
    resultSetId,
    list: 'documents',
    offset: 0,
    limit: 120,
    sort: [],
    filter: '',
    group: 'none',
  });
  const documents = window.rows.flatMap((row) => ('type' in row ? [row] : []));
  const { batchId } = await ask(page, 'downloads.start', {
    selection: { kind: 'some', documents: documents.map(({ connectionId, id }) => ({ connectionId, id })) },
    folder,
    name: 'Últimos 90 días',
    withInactive: false,
    force: false,
  });
  const batchState = async () =>
    (await ask(page, 'downloads.list', undefined)).find(({ id }) => id === batchId)?.state.kind;
  await expect.poll(batchState, { timeout: 60_000 }).toBe('ended');
  const number = documents.find(({ dispatchNumber }) => dispatchNumber !== '')?.dispatchNumber ?? '';
  await ask(page, 'dispatch.view', { connectionId, number, rut: client.rut, ask: true });
  return { resultSetId, savedId, batchId, dispatch: { connectionId, number, rut: client.rut } };
}

/** The same on an app that is connected to an agency of its own besides, whose clients are in the book. */
export async function seedStage(app: AppUnderTest, agency: PracticeAgency, folder: string): Promise<Seeded> {
  const { page } = app;
  const { baseUrl, key } = agency;
  const connections = await ask(page, 'connections.list', undefined);
  if (!connections.some(({ isPractice }) => !isPractice)) {
    await ask(page, 'connections.add', { name: 'Agencia Pérez', baseUrl, agency: agency.agency, key });
  }
  await ask(page, 'clients.save', {
    clients: agency.clients.map((client) => ({ ...client, email: '', folder: '' })),
  });
  return seedApp(app, folder);
}
