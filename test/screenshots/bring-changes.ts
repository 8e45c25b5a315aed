import { expect, type Page } from '@playwright/test';
import type { PracticeAgency } from '../support/agency/practice-agency.ts';
import { ask } from '../support/app/bridge.ts';

/**
 * Saves a search at the agency that a person has connected, has documents come and one go there, and asks
 * again.
 */
export async function bringChanges({ page, agency }: { page: Page; agency: PracticeAgency }): Promise<void> {
  const connections = await ask(page, 'connections.list', undefined);
  const connection = connections.find(({ isPractice }) => !isPractice);
  const dispatch = agency.data.dispatches.findLast(({ documents }) => documents.length > 3);
  const removed = dispatch?.documents[0];
  if (!connection || !dispatch || !removed) throw new Error('the agency has nothing to tell news of');
  const question = {
    kind: 'range' as const,
    connectionIds: [connection.id],
    ruts: [dispatch.client.rut],
    range: { kind: 'last-days' as const, days: 90 },
    types: { kind: 'all' as const, operation: 'both' as const },
    complete: true,
  };
  const { resultSetId } = await ask(page, 'search.start', question);
  const isDone = async (id: string) => (await ask(page, 'search.progress', { resultSetId: id })).state;
  await expect.poll(() => isDone(resultSetId), { timeout: 60_000 }).toBe('done');
  const { id } = await ask(page, 'saved.create', {
    name: dispatch.client.name,
    question,
    folder: '',
    template: '',
    resultSetId,
    view: { list: 'documents', columns: [], sort: [], filter: '', group: 'none' },
    refresh: { kind: 'by-hand' },
    downloadsNew: false,
    takesPapers: false,
  });
  agency.changes.arrive({ dispatch: dispatch.number });
  agency.changes.arrive({ dispatch: dispatch.number, type: 'NOTA DE COBRO' });
  agency.changes.delete(removed.id);
  await ask(page, 'saved.refresh', { id });
  await expect
    .poll(async () => (await ask(page, 'saved.changes', undefined)).length, { timeout: 60_000 })
    .toBeGreaterThan(2);
}
