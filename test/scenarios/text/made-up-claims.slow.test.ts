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
import { madeUpDispatches, type PlantedClaim } from '../../support/samples/made-up-dispatches.ts';
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
  planted: readonly PlantedClaim[];
}

/** Reads all dispatches completely; returns the wrong claims and those that were planted and not found. */
async function claimsOf(dispatches: readonly PlantedDispatch[], readScans?: ReadScans) {
  const { store } = temporary;
  await readDocuments(store, Object.assign({}, ...dispatches.map(({ documents }) => documents)), readScans);
  for (const { number } of dispatches) await markWhole(store, number);
  const found = new Map<string, string[]>();
  for (const { reason, documents } of await listAllFindings(store)) {
    if (!('stated' in reason)) continue;
    const { number, documentId } = documents[0] ?? { number: '', documentId: '' };
    const claim = toText({ ...reason, documentId, stated: reason.stated.value });
    found.set(number, [...(found.get(number) ?? []), claim]);
  }
  const recall = new Map<string, { planted: number; found: number }>();
  const wrong: string[] = [];
  for (const { number, variant, planted } of dispatches) {
    const own = found.get(number) ?? [];
    for (const claim of planted) {
      const one = recall.get(`${variant}: ${claim.kind}`) ?? { planted: 0, found: 0 };
      const at = own.indexOf(toText(claim));
      // What is left at the end, or is found a second time, was not planted.
      if (at >= 0) own.splice(at, 1);
      const sum = one.found + (at >= 0 ? 1 : 0);
      recall.set(`${variant}: ${claim.kind}`, { planted: one.planted + 1, found: sum });
    }
    for (const claim of own) wrong.push(`${number} ${variant}: ${claim}`);
  }
  return { wrong, recall };
}

/** Weights in whole kilos, which a declaration rounds. */
function toText({ kind, documentId, stated, known }: PlantedClaim): string {
  const shown = [stated, known].map((value) =>
    kind === 'weight-differs' ? Math.floor(Number(value)) : value,
  );
  return [kind, documentId, ...shown].join(' ');
}

function report(what: string, recall: ReadonlyMap<string, { planted: number; found: number }>): void {
  const sums = [...recall.values()];
  const [found, planted] = (['found', 'planted'] as const).map((key) =>
    sums.reduce((sum, one) => sum + one[key], 0),
  );
  console.log(`seed ${seed}, ${what}: ${found} of ${planted} planted claims found`);
  for (const [each, one] of [...recall].sort()) console.log(`  ${each}: ${one.found} of ${one.planted}`);
}

/** Layouts whose facts are not all certain, and how many of their claims are found nevertheless. */
const uncertain: readonly string[] = [
  'invoice, columns: issue-date-differs, 8 found',
  'invoice, freight: folio-differs, 0 found',
  'printed invoice, further tax: total-differs, 0 found',
  'printed invoice, to pay: total-differs, 0 found',
];

/** A document alone in its dispatch. The service says its facts, or, `isWrong`, others. */
function alone({ layout, content, facts }: MadeUpDocument, index: number, isWrong: boolean): PlantedDispatch {
  const factOf = (name: string) => facts.find((fact) => fact.name === name)?.value ?? '';
  const [number, date, total] = ['number', 'date', 'total'].map(factOf);
  const planted: PlantedClaim[] = [];
  const plant = (kind: ClaimKind, stated = '', known = '') =>
    planted.push({ kind, documentId: `d${index}`, stated, known });
  if (factOf('signature') === 'changed') plant('signature-differs', 'changed');
  const dispatchNumber = String(700_000 + index);
  const says: ServiceData = { dispatchNumber, issuerId: factOf('issuer'), issueDate: '' };
  const isOther = isWrong && number !== undefined && number !== '';
  if (layout.startsWith('declaration')) {
    const fechaAceptacion = isOther ? '2024-01-31' : date;
    if (isOther) plant('date-differs', date, fechaAceptacion);
    Object.assign(says, { dispatch: { numeroIdentificacion: number, fechaAceptacion } });
  } else if (layout.startsWith('bill')) {
    Object.assign(says, { folio: number, dispatch: { doctoTransporte: number } });
  } else if (isOther && index % 2 === 0) {
    plant('folio-differs', number, 'ZZ-0');
    Object.assign(says, { folio: 'ZZ-0' });
  } else {
    const isDated = isOther && date !== '';
    if (isDated) plant('issue-date-differs', date, '2024-01-31');
    const knownTotal = isOther && layout.startsWith('printed') ? Number(total) * 2 + 1_000 : Number(total);
    if (knownTotal !== Number(total)) plant('total-differs', total, String(knownTotal));
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
  const partial = [...recall].filter(([, one]) => one.found < one.planted);
  expect(partial.map(([layout, { found }]) => `${layout}, ${found} found`).sort()).toEqual(uncertain);
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

/** Documents as scans of these looks, one after the other. */
function scansOf(documents: readonly MadeUpDocument[], seen: readonly ScanLook[]) {
  return Promise.all(
    documents.map(async (document, index) => {
      const look: ScanLook = { ...seen[index % seen.length], inches: [7, 11] };
      const pictures = document.pages.map((page) => scanJpeg(page, look));
      return { ...document, content: await picturePdf(pictures, { dpi: look.dpi ?? 150 }) };
    }),
  );
}

test('of 60 made-up scans nothing is claimed but what was planted', async () => {
  const documents = (await madeUpDocuments(80, seed)).filter(({ pages }) => pages.length > 0).slice(0, 60);
  const scans = await scansOf(documents, looks);
  const dispatches = scans.map((document, index) => alone(document, index, index % 3 === 0));
  const { wrong, recall } = await claimsOf(dispatches, createReadScans(startWorker));
  report('scans', recall);
  expect(wrong).toEqual([]);
  expect([...recall.values()].some(({ found }) => found > 0)).toBe(true);
}, 1_200_000);

test('of 20 clear scans of declarations and printed invoices, what differs is found', async () => {
  const documents = (await madeUpDocuments(400, seed)).filter(({ layout }) =>
    /^(?:declaration|printed invoice(?:, with its copy)?)$/.test(layout),
  );
  const scans = await scansOf(documents.slice(0, 20), [{ dpi: 200 }]);
  // Odd numbers have another day or total, which a scan may state against the service.
  const dispatches = scans.map((document, index) => alone(document, 2 * index + 1, true));
  const { wrong, recall } = await claimsOf(dispatches, createReadScans(startWorker));
  report('clear scans', recall);
  expect(wrong).toEqual([]);
  expect([...recall.values()].reduce((sum, { found }) => sum + found, 0)).toBeGreaterThanOrEqual(15);
}, 1_200_000);
