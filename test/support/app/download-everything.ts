import type { App } from '../../../electron/app.ts';
import type { BatchDocument } from '../../../shared/model/download.ts';
import type { PracticeAgency } from '../agency/practice-agency.ts';

/**
 * Connects an app to an agency, asks for all of its clients, downloads what was found into a folder, and
 * gives how each document ended.
 */
export async function downloadEverything(
  { handlers, on }: App,
  agency: PracticeAgency,
  folder: string,
): Promise<BatchDocument[]> {
  const { baseUrl, key } = agency;
  const draft = { name: 'Agencia', baseUrl, agency: agency.agency, key };
  const { id: connectionId } = await handlers['connections.add'](draft);
  const searched = Promise.withResolvers<void>();
  on('search.progress', ({ state }) => state === 'done' && searched.resolve());
  const { resultSetId } = await handlers['search.start']({
    kind: 'range',
    connectionIds: [connectionId],
    ruts: agency.clients.map(({ rut }) => rut),
    range: { kind: 'last-days', days: 800 },
    types: { kind: 'all', operation: 'both' },
    complete: true,
  });
  await searched.promise;
  const ended = Promise.withResolvers<void>();
  on('downloads.progress', ({ batches }) => {
    if (batches.some(({ state }) => state.kind === 'ended')) ended.resolve();
  });
  const { batchId } = await handlers['downloads.start']({
    selection: { kind: 'all', resultSetId, filter: '', except: [] },
    folder,
    withInactive: true,
    force: false,
  });
  await ended.promise;
  const documents = { batchId, offset: 0, limit: 500, problemsOnly: false };
  return (await handlers['downloads.documents'](documents)).rows;
}
