import { afterEach, beforeEach, expect, test } from 'vitest';
import { startWorker } from '../../../electron/platform/terminal/index.ts';
import { createReadScans, type ReadScans } from '../../../electron/text/index.ts';
import type { ClaimKind } from '../../../shared/model/review.ts';
import {
  listAllFindings,
  markWhole,
  readDocuments,
  type ServedDocument,
  type ServiceData,
} from '../../support/database/read-documents.ts';
import { temporaryStore } from '../../support/database/store.ts';
import { picturePdf, type ScanLook, scanJpeg } from '../../support/samples/made-scan.ts';
import { madeUpDispatches } from '../../support/samples/made-up-dispatches.ts';
import { type MadeUpDocument, madeUpDocuments } from '../../support/samples/made-up-forms.ts';

let temporary: Awaited<ReturnType<typeof temporaryStore>>;
beforeEach(async () => {
  temporary = await temporaryStore();
});
afterEach(() => temporary.remove());

const seed = 44;

interface PlantedDispatch {
  number: string;
  variant: string;
  documents: Readonly<Record<string, ServedDocument>>;
  planted: readonly ClaimKind[];
}

/** Reads all dispatches completely; returns the wrong claims and those that were planted and not found. */
async function claimsOf(dispatches: readonly PlantedDispatch[], readScans?: ReadScans) {
  const { store } = temporary;
  await readDocuments(store, Object.assign({}, ...dispatches.map(({ documents }) => documents)), readScans);
  for (const { number } of dispatches) await markWhole(store, number);
  const found = new Map<string, Set<string>>();
  for (const { reason, documents } of await listAllFindings(store)) {
    if (!('stated' in reason)) continue;
    const number = documents[0]?.number ?? '';
    found.set(number, (found.get(number) ?? new Set()).add(reason.kind));
  }
  const recall = new Map<string, { planted: number; found: number }>();
  const wrong: string[] = [];
  for (const { number, variant, planted } of dispatches) {
    const own = found.get(number) ?? new Set();
    for (const kind of own)
      if (!planted.some((one) => one === kind)) wrong.push(`${number} ${variant}: ${kind}`);
    for (const kind of planted) {
      const one = recall.get(`${variant}: ${kind}`) ?? { planted: 0, found: 0 };
      recall.set(`${variant}: ${kind}`, {
        planted: one.planted + 1,
        found: one.found + (own.has(kind) ? 1 : 0),
      });
    }
  }
  return { wrong, recall };
}

function report(what: string, recall: ReadonlyMap<string, { planted: number; found: number }>): void {
  const sums = [...recall.values()];
  const [found, planted] = (['found', 'planted'] as const).map((key) =>
    sums.reduce((sum, one) => sum + one[key], 0),
  );
  console.log(`seed ${seed}, ${what}: ${found} of ${planted} planted claims found`);
  for (const [each, one] of [...recall].sort()) console.log(`  ${each}: ${one.found} of ${one.planted}`);
}

/** A document alone in its dispatch. The service says its facts, or, `isWrong`, others. */
function alone({ layout, content, facts }: MadeUpDocument, index: number, isWrong: boolean): PlantedDispatch {
  const factOf = (name: string) => facts.find((fact) => fact.name === name)?.value ?? '';
  const [number, date, total] = ['number', 'date', 'total'].map(factOf);
  const planted: ClaimKind[] = factOf('signature') === 'changed' ? ['signature-differs'] : [];
  const dispatchNumber = String(700_000 + index);
  const says: ServiceData = { dispatchNumber, issuerId: factOf('issuer'), issueDate: '' };
  const isOther = isWrong && number !== undefined && number !== '';
  if (layout.startsWith('declaration')) {
    const fechaAceptacion = isOther ? '2024-01-31' : date;
    if (isOther) planted.push('date-differs');
    Object.assign(says, { dispatch: { numeroIdentificacion: number, fechaAceptacion } });
  } else if (layout.startsWith('bill')) {
    Object.assign(says, { folio: number, dispatch: { doctoTransporte: number } });
  } else if (isOther && index % 2 === 0) {
    planted.push('folio-differs');
    Object.assign(says, { folio: 'ZZ-0' });
  } else {
    const isDated = isOther && date !== '';
    if (isDated) planted.push('issue-date-differs');
    const knownTotal = isOther && layout.startsWith('printed') ? Number(total) + 1_000 : Number(total);
    if (knownTotal !== Number(total)) planted.push('total-differs');
    // The totals of a commercial invoice have no currency: the service may say any.
    const known = layout.startsWith('invoice') ? Number(total) * 900 : knownTotal;
    const more = { infoDoc: { document: { number }, totals: { total: known } } };
    Object.assign(says, { folio: number, issueDate: isDated ? '2024-01-31' : date, more });
  }
  return {
    number: dispatchNumber,
    variant: layout,
    documents: { [`d${index}`]: { content, says } },
    planted,
  };
}

test('of 2,000 made-up documents nothing is claimed but what was planted', async () => {
  const documents = await madeUpDocuments(2_000, seed);
  const dispatches = documents.map((document, index) => alone(document, index, index % 3 === 0));
  const { wrong, recall } = await claimsOf(dispatches);
  report('documents', recall);
  expect(wrong).toEqual([]);
  expect([...recall.values()].some(({ found }) => found > 0)).toBe(true);
}, 1_200_000);

test('of 400 made-up dispatches nothing is claimed but what was planted', async () => {
  const { wrong, recall } = await claimsOf(await madeUpDispatches(400, seed));
  report('dispatches', recall);
  expect(wrong).toEqual([]);
  expect([...recall].filter(([, { found }]) => found === 0)).toEqual([]);
}, 1_200_000);

/** From what an office scans to what a fax leaves. */
const looks: readonly ScanLook[] = [
  { dpi: 200 },
  { dpi: 150, skew: 2 },
  { dpi: 100 },
  { dpi: 100, fontPoints: 9 },
  { dpi: 100, fontPoints: 7 },
];

test('of 60 made-up scans nothing is claimed but what was planted', async () => {
  const documents = (await madeUpDocuments(80, seed)).filter(({ pages }) => pages.length > 0).slice(0, 60);
  const dispatches = await Promise.all(
    documents.map(async (document, index) => {
      const look: ScanLook = { ...looks[index % looks.length], inches: [7, 11] };
      const pictures = document.pages.map((page) => scanJpeg(page, look));
      const content = await picturePdf(pictures, { dpi: look.dpi ?? 150 });
      return alone({ ...document, content }, index, index % 3 === 0);
    }),
  );
  const { wrong, recall } = await claimsOf(dispatches, createReadScans(startWorker));
  report('scans', recall);
  expect(wrong).toEqual([]);
  expect([...recall.values()].some(({ found }) => found > 0)).toBe(true);
}, 1_200_000);
