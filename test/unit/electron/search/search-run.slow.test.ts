import { afterEach, expect, test } from 'vitest';
import type { StoredDocument } from '../../../../shared/model/document.ts';
import { idsOf, listedDocuments } from '../../../support/agency/listed-documents.ts';
import type { PracticeOptions } from '../../../support/agency/practice-agency.ts';
import { openSearchFixture, rangeQuery, type SearchFixture } from '../../../support/app/search-fixture.ts';

let fixture: SearchFixture;
afterEach(() => fixture.close());

const present = (documents: readonly StoredDocument[]) =>
  documents.filter(({ removedAt }) => removedAt === undefined);

const failing: Record<string, PracticeOptions & { deletes?: boolean }> = {
  'errs one time in five': { internalErrorPercent: 20 },
  'answers slowly': { latencyMs: 1_000 },
  'deletes documents while it is walked': { deletes: true },
  'does all of it': { internalErrorPercent: 10, latencyMs: 1_000, deletes: true },
};

test.each(Object.entries(failing))(
  'a service that %s gives the set of an undisturbed one, or says which task is incomplete',
  async (_, { deletes = false, ...practice }) => {
    fixture = await openSearchFixture({
      practice: { documents: 600, clients: 2, pageSize: 10, ...practice },
    });
    if (deletes) {
      for (const which of ['anchor', 'seen', 'next'] as const) {
        fixture.agency.faults.add({ kind: 'delete-during-walk', which, skip: 3, times: 2 });
      }
    }
    const progress = await fixture.ask(rangeQuery(fixture.agency.clients.map(({ rut }) => rut)));
    expect(progress.state).toBe('done');
    const failed = new Set(progress.problems.map(({ rut, subject }) => `${rut} ${subject}`));
    const isReported = (id: string) => {
      const document = fixture.agency.data.document(id);
      return document !== undefined && failed.has(`${document.client.rut} ${document.type}`);
    };
    const stored = new Set(idsOf(present(await fixture.documents(progress.resultSetId))));
    expect(listedDocuments(fixture).filter((id) => !stored.has(id) && !isReported(id))).toEqual([]);
    const deleted = [...stored].filter((id) => fixture.agency.data.document(id) === undefined);
    if (!deletes) expect(deleted).toEqual([]);

    // Asked again, it is exactly what is there, and what was deleted is marked.
    fixture.agency.faults.clear();
    await fixture.search.runner.refresh(progress.resultSetId);
    expect(await fixture.search.runner.progress(progress.resultSetId)).toMatchObject({
      state: 'done',
      problems: practice.internalErrorPercent ? expect.any(Array) : [],
    });
    const again = await fixture.documents(progress.resultSetId);
    const stale = present(again).filter(
      ({ id }) => fixture.agency.data.document(id) === undefined && !isReported(id),
    );
    expect(stale).toEqual([]);
    for (const id of deleted) expect(again.find((one) => one.id === id)?.removedAt).toBeDefined();
  },
);
