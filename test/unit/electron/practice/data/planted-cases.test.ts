import { describe, expect, it } from 'vitest';
import {
  findCases,
  type PracticeAgency,
  type PracticeDispatch,
  startPractice,
  supportOf,
} from '../../../../support/agency/practice-agency.ts';

const today = '2026-11-20';

async function closed(seed: number | string, documents: number): Promise<PracticeAgency> {
  const practice = await startPractice({ today, seed, documents });
  await practice.close();
  return practice;
}

describe.each([
  [1, 250],
  [2, 900],
  ['tres', 2500],
])('the planted cases of seed %s among %d documents', (seed, documents) => {
  it('are what their names say, each found as such from the data', async () => {
    const { data } = await closed(seed, documents);
    const { planted } = data;
    const cases = findCases(data);
    const ofCharges = ['totalsOff', 'unsupported', 'withoutAmount', 'undated'] as const;
    for (const name of ofCharges) expect(cases[name], name).toContainEqual(planted[name]);
    const ofDocuments = [
      ...(['long', 'withoutFile', 'inactive', 'emptyInfoDoc', 'unclassified', 'offCatalogue'] as const),
      ...(['lateArrival', 'foreignDocument', 'withoutDispatch'] as const),
    ] as const;
    const listOf = {
      ...cases,
      lateArrival: cases.lateArrivals,
      foreignDocument: cases.foreignDocuments,
    };
    for (const name of ofDocuments) expect(listOf[name], name).toContain(planted[name]);
    for (const [kind, document] of Object.entries(planted.byFileKind)) expect(document.file?.kind).toBe(kind);
    expect(planted.byFileKind.pdf.amounts).toBeDefined();
    expect(cases.missing).toContainEqual(planted.missingDocument);
    expect(cases.twoOfOne).toContainEqual(planted.twoOfOne);
    expect(cases.sameFolio).toContainEqual(planted.sameFolio);
    const chargedTwice = new Set(planted.chargedTwice.map(({ infoDoc }) => infoDoc.document?.number));
    expect(chargedTwice.size).toBe(1);
    expect(cases.chargedTwice.map((pair) => new Set(pair))).toContainEqual(new Set(planted.chargedTwice));
    expect(cases.dispatchesWithoutDocuments).toContain(planted.withoutDocuments);
    const [paid, again] = planted.paidTwice;
    expect(paid.dispatch).not.toBe(again.dispatch);
    expect([again.charge.folio, again.charge.amounts]).toEqual([paid.charge.folio, paid.charge.amounts]);
    expect(cases.unsupported).toContainEqual(again);
    expect(cases.unsupported).not.toContainEqual(paid);
  });

  it('have nothing odd but what they are named for', async () => {
    const { data } = await closed(seed, documents);
    const { complete, withoutCharges, beingDrawnUp, unsupported, foreignDocument } = data.planted;
    const isPlain = ({ documents: listed }: PracticeDispatch) =>
      listed.every(
        ({ isActive, file: document, type, infoDoc }) => isActive && document && type && infoDoc.customer,
      );
    expect([complete, withoutCharges, beingDrawnUp].map(isPlain)).toEqual([true, true, true]);
    expect(complete.documents.length).toBeGreaterThan(8);
    expect(complete.charges).toHaveLength(2);
    expect(complete.charges.every((charge) => supportOf(complete, charge) && charge.paidAt)).toBe(true);
    expect([complete.status.isCompleted, beingDrawnUp.wire.fechaAceptacion]).toEqual([true, null]);
    expect(withoutCharges.charges).toEqual([]);
    expect([unsupported.charge.amounts, unsupported.charge.paidAt]).not.toContain(undefined);
    expect(foreignDocument.dispatch?.client).toBe(data.clients[0]);
    const listed = Object.values(data.planted).filter((one) => 'filedAt' in one && 'isActive' in one);
    expect(listed.length).toBeGreaterThan(5);
    expect(listed.filter(({ isActive }) => !isActive)).toEqual([data.planted.inactive]);
  });
});

it('asking for planted cases where there was no room for them says so', async () => {
  const { data } = await closed(1, 249);
  expect(() => data.planted).toThrow(/no planted cases/);
});
