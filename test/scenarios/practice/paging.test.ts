import { afterEach, describe, expect, it } from 'vitest';
import { dispatchObjectKeys } from '../../../shared/model/dispatch-fields.ts';
import { ask } from '../../support/agency/ask.ts';
import {
  type PracticeAgency,
  type PracticeOptions,
  startPractice,
} from '../../support/agency/practice-agency.ts';

const running: PracticeAgency[] = [];
async function start(options: PracticeOptions): Promise<PracticeAgency> {
  const practice = await startPractice({ today: '2026-11-20', ...options });
  running.push(practice);
  return practice;
}
afterEach(() => Promise.all(running.splice(0).map((practice) => practice.close())));

interface Page {
  ids: string[];
  nextToken: string | undefined;
}

/** Every page of a list, until no token comes. */
async function paginate(
  practice: PracticeAgency,
  operation: string,
  query: Record<string, string>,
  between: (page: Page) => void = () => undefined,
): Promise<Page[]> {
  const pages: Page[] = [];
  for (let nextToken: string | undefined = ''; nextToken !== undefined; nextToken = pages.at(-1)?.nextToken) {
    const response = await ask(practice, operation, { ...query, ...(nextToken !== '' && { nextToken }) });
    expect(response.status, response.text).toBe(200);
    const { data, nextToken: next } = response.json() as { data: { id: string }[]; nextToken?: string };
    const page = { ids: data.map(({ id }) => id), nextToken: next };
    pages.push(page);
    between(page);
  }
  return pages;
}

const wholeTime = { startDate: '2024-01-01', endDate: '2026-12-31' };

describe('paginate', () => {
  it('over a dispatch of exactly 200 documents ends with an empty page without a token', async () => {
    const practice = await start({ documents: 1200 });
    const big = practice.data.dispatches.find((dispatch) => dispatch.documents.length === 200);
    const pages = await paginate(practice, `/dispatch/${big?.number}/files`, { rut: big?.client.rut ?? '' });
    expect(pages.map(({ ids }) => ids.length)).toEqual([100, 100, 0]);
    expect(pages.map(({ nextToken }) => nextToken)).toEqual([
      pages[0]?.ids[99],
      pages[1]?.ids[99],
      undefined,
    ]);
    expect(pages.flatMap(({ ids }) => ids)).toEqual(big?.documents.map(({ id }) => id));
  });

  it('over a client and type gives every document in the range once, and none of another type or client', async () => {
    const practice = await start({ documents: 3000, clients: 2 });
    const [client] = practice.clients;
    const query = { rut: client?.rut ?? '', fileTypeName: 'FACTURA COMERCIAL', ...wholeTime };
    const pages = await paginate(practice, '/files', query);
    const expected = [...practice.data.documents()].filter(
      (document) => document.client.rut === client?.rut && document.type === 'FACTURA COMERCIAL',
    );
    const ids = pages.flatMap((page) => page.ids);
    expect(ids.length).toBeGreaterThan(200);
    expect(ids.toSorted()).toEqual(expected.map(({ id }) => id).toSorted());
    expect(pages.slice(0, -1).every((page) => page.ids.length === 100)).toBe(true);
  });

  it('over one type of a dispatch asks with fileTypeName, trimmed and exact', async () => {
    const practice = await start({ documents: 1200 });
    const big = practice.data.dispatches.find((dispatch) => dispatch.documents.length === 200);
    const asked = (fileTypeName: string) =>
      paginate(practice, `/dispatch/${big?.number}/files`, { rut: big?.client.rut ?? '', fileTypeName });
    const count = async (name: string) => (await asked(name)).flatMap(({ ids }) => ids).length;
    const invoices = big?.documents.filter(({ type }) => type === 'FACTURA COMERCIAL').length;
    expect(await count(' FACTURA COMERCIAL ')).toBe(invoices);
    expect(await count('Factura Comercial')).toBe(0);
    expect(await count('FACTURA')).toBe(0);
    expect(await count('')).toBe(200);
  });

  it('gives each document once, whatever single document goes that is not the anchor', async () => {
    const practice = await start({ documents: 400, pageSize: 7 });
    const dispatch = practice.data.dispatches
      .toSorted((a, b) => b.documents.length - a.documents.length)
      .at(0);
    const before = dispatch?.documents.map(({ id }) => id) ?? [];
    const [, , seen] = before;
    const unseen = before[9];
    let pages = 0;
    const readPages = await paginate(
      practice,
      `/dispatch/${dispatch?.number}/files`,
      { rut: dispatch?.client.rut ?? '' },
      () => {
        if (pages++ > 0) return;
        practice.changes.delete(seen ?? '');
        practice.changes.delete(unseen ?? '');
      },
    );
    expect(before.length).toBeGreaterThan(10);
    expect(readPages.flatMap(({ ids }) => ids)).toEqual(before.filter((id) => id !== unseen));
  });

  it('is refused with NEXT_TOKEN_INVALID once its anchor has been deleted, on both endpoints', async () => {
    const practice = await start({ documents: 400, pageSize: 5 });
    const dispatch = practice.data.dispatches.find((one) => one.documents.length > 6);
    const rut = dispatch?.client.rut ?? '';
    const anchor = dispatch?.documents[4];
    const fileTypeName = anchor?.type ?? '';
    const first = await ask(practice, `/dispatch/${dispatch?.number}/files`, { rut });
    expect(first.json()['nextToken']).toBe(anchor?.id);
    practice.changes.delete(anchor?.id ?? '');
    const nextToken = anchor?.id ?? '';
    const again = await ask(practice, `/dispatch/${dispatch?.number}/files`, { rut, nextToken });
    expect(again.json()).toMatchObject({ status: 400, code: 'NEXT_TOKEN_INVALID' });
    const other = await ask(practice, '/files', { rut, fileTypeName, ...wholeTime, nextToken });
    expect(other.json()).toMatchObject({ status: 400, code: 'NEXT_TOKEN_INVALID' });
  });

  it('finds documents that belong to no dispatch', async () => {
    const practice = await start({ documents: 400 });
    const loose = [...practice.data.documents()].find(
      (document) => document.dispatch === undefined && document.type !== '',
    );
    const query = { rut: loose?.client.rut ?? '', fileTypeName: loose?.type ?? '', ...wholeTime };
    const response = (await ask(practice, '/files', query)).json() as { data: Record<string, unknown>[] };
    const item = response.data.find(({ id }) => id === loose?.id);
    expect(item).not.toHaveProperty('numeroDespacho');
    expect(item?.['dispatch']).toMatchObject({ id: '', referencia: '', valorCif: null });
    expect(Object.keys(item?.['dispatch'] ?? {})).toHaveLength(1 + dispatchObjectKeys.length);
  });
});

describe('a range of dates', () => {
  it('includes the document at either end, to the millisecond, and none beyond', async () => {
    const practice = await start({ documents: 400 });
    const document = [...practice.data.documents()].find(
      ({ type, filedAt }) => type !== '' && filedAt % 60_000 === 0,
    );
    const minute = (instant: number) =>
      new Intl.DateTimeFormat('sv-SE', {
        timeZone: 'America/Santiago',
        dateStyle: 'short',
        timeStyle: 'short',
      }).format(instant);
    const holds = async (startDate: string, endDate: string) => {
      const query = {
        rut: document?.client.rut ?? '',
        fileTypeName: document?.type ?? '',
        startDate,
        endDate,
      };
      return (await ask(practice, '/files', query)).text.includes(document?.id ?? '');
    };
    const at = document?.filedAt ?? 0;
    expect(await holds(minute(at), minute(at))).toBe(true);
    expect(await holds(minute(at + 60_000), '2026-12-31')).toBe(false);
    expect(await holds('2024-01-01', minute(at - 60_000))).toBe(false);
    expect(await holds(minute(at).slice(0, 10), minute(at).slice(0, 10))).toBe(true);
  });

  it('takes a document filed in the last millisecond of the day of 25 hours into that day', async () => {
    const practice = await start({
      documents: 60,
      clock: { now: () => Date.parse('2026-04-05T03:59:59.999Z') },
    });
    const filed = practice.changes.arrive({ type: 'FACTURA COMERCIAL' });
    const asked = (day: string) =>
      ask(practice, '/files', {
        rut: filed.client.rut,
        fileTypeName: filed.type,
        startDate: day,
        endDate: day,
      });
    expect((await asked('2026-04-04')).text).toContain(filed.id);
    expect((await asked('2026-04-05')).text).not.toContain(filed.id);
  });
});
