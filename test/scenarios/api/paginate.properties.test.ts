import fc from 'fast-check';
import { afterAll, beforeAll, expect } from 'vitest';
import { type DistinctPage, paginate } from '../../../electron/api/index.ts';
import { createHttpClient } from '../../../electron/platform/terminal/index.ts';
import { clientOver } from '../../support/agency/client.ts';
import { type PracticeAgency, startPractice } from '../../support/agency/practice-agency.ts';
import { holds } from '../../support/properties.ts';

const pageSizes = [1, 2, 3, 5, 7, 10] as const;
const network = createHttpClient();
const agencies = new Map<number, PracticeAgency>();
let reads = 0;

beforeAll(async () => {
  for (const pageSize of pageSizes) {
    agencies.set(pageSize, await startPractice({ documents: 10, clients: 1, pageSize, today: '2026-11-20' }));
  }
});
afterAll(async () => {
  network.close();
  for (const practice of agencies.values()) await practice.close();
});

holds(
  'any page size and any single deletion while pages are read give each document exactly once',
  fc.asyncProperty(
    fc.constantFrom(...pageSizes),
    fc.integer({ min: 0, max: 14 }),
    fc.nat(16),
    fc.nat(14),
    fc.constantFrom<'files' | 'dispatch'>('files', 'dispatch'),
    async (pageSize, count, afterPages, victim, kind) => {
      const practice = agencies.get(pageSize);
      const [dispatch] = practice?.data.dispatches ?? [];
      if (!practice || !dispatch) throw new Error('no practice agency');
      // A type of its own for each read, so that reads share an agency and nothing else.
      const type = `TIPO ${++reads} (B/L)`;
      const added = Array.from({ length: count }, () =>
        practice.changes.arrive({ dispatch: dispatch.number, type }),
      );
      const { rut } = dispatch.client;
      const { baseUrl, agency, key } = practice;
      const client = clientOver(network.httpGet, { baseUrl, agency, key: () => key });
      const query =
        kind === 'files'
          ? ({ kind, rut, type, start: '2020-01-01', end: '2030-01-01' } as const)
          : ({ kind, rut, type, dispatch: dispatch.number } as const);

      const pages: DistinctPage[] = [];
      let deleted: string | undefined;
      const remove = () => {
        deleted = added[victim]?.id;
        if (deleted !== undefined) practice.changes.delete(deleted);
      };
      if (afterPages === 0) remove();
      for await (const page of paginate(client, query)) {
        pages.push(page);
        if (pages.length === afterPages) remove();
      }

      const ids = pages.flatMap(({ documents }) => documents.map(({ id }) => id));
      expect(new Set(ids).size).toBe(ids.length);
      const all = added.map(({ id }) => id);
      const left = all.filter((id) => id !== deleted);
      expect(ids.filter((id) => id !== deleted).toSorted()).toEqual(left.toSorted());
      expect(ids.every((id) => all.includes(id))).toBe(true);
      const removed = pages.flatMap((page) => page.removed);
      const isRestarted = pages.some(({ isRestart }) => isRestart);
      expect(removed).toEqual(isRestarted && deleted !== undefined && ids.includes(deleted) ? [deleted] : []);
      for (const id of all) practice.changes.delete(id);
    },
  ),
);
