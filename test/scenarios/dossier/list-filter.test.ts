import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Store } from '../../../electron/database/index.ts';
import type { TextFilter } from '../../../shared/model/value-schemas.ts';
import { temporaryStore } from '../../support/database/store.ts';
import { acme } from '../../support/samples/documents.ts';
import { storeDispatch } from '../../support/samples/stored-folders.ts';

const today = '2026-11-20';
const window = { offset: 0, limit: 500, names: { [acme]: 'ÁCME LTDA' } };
const opened = {} as { store: Store; remove(): Promise<void> };
beforeAll(async () => {
  Object.assign(opened, await temporaryStore());
  const status = { isCompleted: true };
  for (let n = 100; n < 120; n++)
    await storeDispatch(opened.store, { number: String(n), documents: ['DIN', 'B/L', 'SEGURO'], status });
  await storeDispatch(opened.store, { number: '200', documents: ['DIN', 'B/L'], status });
  await storeDispatch(opened.store, {
    number: '201',
    documents: ['DIN'],
    status,
    object: { fechaAceptacion: '2026-09-15T00:00:00.000Z' },
  });
  const alike = { type: 'FACTURA', folio: '8812', issuerId: '96591760-8', issuerName: 'NAVIERA SUR' };
  await storeDispatch(opened.store, { number: '300', documents: [alike], isComplete: false });
  await storeDispatch(opened.store, { number: '301', documents: [alike], isComplete: false });
});
afterAll(() => opened.remove());

describe('the text that filters missing documents', () => {
  const missing = async (filter?: TextFilter) => {
    const found = await opened.store.listMissingDocuments({}, { ...window, filter }, today);
    const { rows, total, byResponsible } = found;
    expect(byResponsible.reduce((sum, { missingCount }) => sum + missingCount, 0)).toBe(total);
    return rows.map(({ number, type }) => `${number} ${type}`).toSorted();
  };

  it.each([
    ['nothing', undefined, ['200 SEGURO', '201 B/L', '201 SEGURO']],
    ['a type', { words: 'b/l' }, ['201 B/L']],
    ['a number and a type', { words: '200 seguro' }, ['200 SEGURO']],
    [
      'the days of dispatches',
      { period: { start: '2026-09-01', end: '2026-09-30' } },
      ['201 B/L', '201 SEGURO'],
    ],
    ['a client by name', { words: 'acme b/l' }, ['201 B/L']],
    ['a word that nothing has', { words: 'acme pasaporte' }, []],
  ])('leaves what it names, with counts of that: %s', async (_, filter, rows) => {
    expect(await missing(filter)).toEqual(rows);
  });

  it('leaves the dispatches that it names in the table by type', async () => {
    const { rows, counts } = await opened.store.getMatrix({}, { ...window, filter: { words: '201' } }, today);
    expect(rows.map(({ number }) => number)).toEqual(['201']);
    expect(counts).toEqual({ complete: 0, incomplete: 1, partial: 0, 'no-expectation': 0 });
  });
});

describe('the text that filters what to review', () => {
  const findings = async (filter: TextFilter) => {
    const { rows, byKind } = await opened.store.listFindings(
      {},
      { ...window, withDismissed: false, filter },
      today,
    );
    return [rows.length, byKind['same-paper-twice']];
  };

  it('leaves what it names, with counts of that', async () => {
    expect(await findings({ words: 'naviera 8812' })).toEqual([1, 1]);
    expect(await findings({ words: '301 acme' })).toEqual([1, 1]);
    expect(await findings({ words: '8813' })).toEqual([0, 0]);
    expect(await findings({ period: { start: '2026-05-01', end: '2026-05-31' } })).toEqual([1, 1]);
    expect(await findings({ period: { start: '2026-06-01', end: '2026-06-30' } })).toEqual([0, 0]);
  });
});
