import fc from 'fast-check';
import { expect, it } from 'vitest';
import { customsDollar } from '../../../../electron/practice/data/charges.ts';
import { workingTime } from '../../../../electron/practice/data/days.ts';
import { type Beginning, generate } from '../../../../electron/practice/data/generate.ts';
import type { Parties, Party } from '../../../../electron/practice/data/parties.ts';
import { neighbours } from '../../../../electron/practice/data/sample-companies.ts';
import { dayMs } from '../../../../shared/model/dates.ts';
import { checkDigit } from '../../../../shared/model/rut.ts';
import {
  type PracticeDispatch,
  type PracticeDocument,
  supportOf,
  typeNames,
} from '../../../support/agency/practice-agency.ts';

const today = Date.parse('2026-11-20T03:00:00.000Z');

/** A rule of each dispatch, for whatever seed, number of clients and day. */
function everyDispatch(rule: string, check: (dispatch: PracticeDispatch, made: Beginning) => void): void {
  it(rule, () => {
    const made = fc.record({
      seed: fc.string(),
      clients: fc.integer({ min: 1, max: 20 }),
      day: fc.integer({ min: -400, max: 400 }),
    });
    fc.assert(
      fc.property(made, ({ seed, clients, day }) => {
        const options = { seed, partySeed: seed, documents: 400, clients, today: today + day * dayMs };
        const beginning = generate(options);
        for (const dispatch of beginning.dispatches) check(dispatch, beginning);
      }),
      { numRuns: 20 },
    );
  });
}

/** What sort of company or authority a document's issuer is, by its name. */
function roleOf({ name }: Party, parties: Parties, { client, foreigner }: PracticeDispatch): string {
  const named = (all: readonly { party: Party }[]) => all.some(({ party }) => party.name === name);
  if (name === client.party.name) return 'client';
  if (name === foreigner.party.name) return 'foreigner';
  if (name === parties.agency.name) return 'agency';
  if (name === parties.treasury.party.name) return 'treasury';
  if (name === parties.customs.name) return 'customs';
  if (name === parties.agriculture.name) return 'agriculture';
  if (name === foreigner.chamber.name || name === parties.chamber.name) return 'chamber';
  if (parties.insurers.some((insurer) => insurer.name === name)) return 'insurer';
  if (named(parties.providers)) return 'provider';
  const way = Object.entries(parties.carriers).find(([, carriers]) => named(carriers))?.[0];
  return way === undefined ? `stranger ${name}` : `carrier ${way}`;
}

/** Who makes documents of a type. */
const makers: Readonly<Record<string, readonly string[]>> = {
  [typeNames.billOfLading]: ['carrier MARITIMA, FLUVIAL Y LACUSTRE'],
  [typeNames.airWaybill]: ['carrier AEREO'],
  [typeNames.roadWaybill]: ['carrier CARRETERO / TERRESTRE'],
  [typeNames.invoice]: ['foreigner'],
  [typeNames.packingList]: ['foreigner'],
  [typeNames.origin]: ['chamber'],
  [typeNames.insurance]: ['insurer'],
  [typeNames.plantHealth]: ['agriculture'],
  [typeNames.importDeclaration]: ['customs'],
  [typeNames.exportDeclaration]: ['customs'],
  [typeNames.dutiesPaid]: ['treasury'],
  [typeNames.storageReceipt]: ['provider'],
  [typeNames.thirdPartyInvoice]: ['provider'],
  [typeNames.agencyInvoice]: ['agency'],
  [typeNames.bill]: ['agency'],
  [typeNames.provision]: ['agency'],
  [typeNames.dispatchGuide]: ['client'],
  [typeNames.loadingInstructions]: ['client'],
  [typeNames.exportInvoice]: ['client'],
  [typeNames.importReport]: ['client'],
};

everyDispatch('each paper is made by those who make papers of its type', (dispatch, { parties }) => {
  for (const { type, infoDoc } of dispatch.documents) {
    const allowed = makers[type];
    if (infoDoc.issuer !== undefined && allowed !== undefined)
      expect(allowed, type).toContain(roleOf(infoDoc.issuer, parties, dispatch));
  }
});

everyDispatch('every RUT on a paper has its check digit', ({ documents, charges }) => {
  const read = documents.flatMap(({ infoDoc }) => [infoDoc.issuer?.id, infoDoc.customer?.id]);
  for (const id of [...read, ...charges.map(({ provider }) => provider.rut)]) {
    if (id === undefined || id === '') continue;
    const [body = '', digit] = id.replaceAll('.', '').split('-');
    expect(checkDigit(body), id).toBe(digit);
  }
});

const cents = (dollars: number | null) => Math.round((dollars ?? Number.NaN) * 100);

everyDispatch('FOB, freight and insurance are CIF, to the cent', ({ recordType, wire }) => {
  if (wire.valorFob === null) return expect(wire.valorCif).toBeNull();
  if (recordType === 'dus') return expect(wire.valorCif).toBeNull();
  expect(cents(wire.valorFob) + cents(wire.valorFlete) + cents(wire.valorSeguro)).toBe(cents(wire.valorCif));
  expect(cents(wire.valorEx)).toBeLessThan(cents(wire.valorFob));
});

everyDispatch(
  'duties are 6 percent of CIF, and none beside a certificate of origin; tax is 19 percent of both, and the treasury is paid for them',
  (dispatch, { parties }) => {
    const { wire, duties, charges, documents, recordType } = dispatch;
    if (recordType === 'dus') expect(duties).toBeUndefined();
    if (duties?.amounts === undefined) return;
    const value = Math.round((wire.valorCif ?? 0) * customsDollar(duties.paidAt));
    const isPreferred = documents.some(({ type }) => type === typeNames.origin);
    const net = isPreferred || duties.amounts.net === 0 ? 0 : Math.round(value * 0.06);
    const tax = Math.round((value + net) * 0.19);
    expect(duties.amounts).toEqual({ net, tax, total: net + tax });
    for (const { type, amounts } of documents)
      if (type === typeNames.dutiesPaid) expect(amounts).toEqual(duties.amounts);
    const paid = charges.filter(({ provider }) => provider === parties.treasury);
    for (const charge of paid) {
      expect(charge.amounts).toEqual(duties.amounts);
      const support = supportOf(dispatch, charge);
      if (support !== undefined) expect([typeNames.dutiesPaid, '']).toContain(support.type);
    }
  },
);

everyDispatch('what was disbursed is on the nota de cobro, with the agency’s invoice', (dispatch) => {
  const { charges, documents } = dispatch;
  const bill = documents.find(({ type }) => type === typeNames.bill);
  const fees = documents.find(({ type }) => type === typeNames.agencyInvoice)?.amounts;
  if (bill?.amounts === undefined || charges.some(({ amounts }) => amounts === undefined)) return;
  const paid = charges.reduce((sum, { amounts }) => sum + (amounts?.total ?? 0), 0);
  expect(bill.disbursed).toBe(paid);
  if (fees !== undefined) expect(bill.amounts.total).toBe(paid + fees.total);
  expect(bill.amounts.net + bill.amounts.tax).toBe(bill.amounts.total);
});

everyDispatch('the supplier’s invoices are what is imported, and not more', ({ documents, wire }) => {
  const invoices = documents.flatMap(({ invoiced }) => (invoiced === undefined ? [] : [invoiced]));
  const sum = invoices.reduce((one, other) => one + other, 0);
  if (wire.valorFob === null) expect(invoices).toEqual([]);
  else if (invoices.length > 1) expect(sum).toBe(cents(wire.valorFob));
  else expect(sum).toBeLessThanOrEqual(cents(wire.valorFob));
});

everyDispatch('nothing happens before what it follows from', (dispatch, { parties }) => {
  const { openedAt, acceptedAt, duties, wire, documents, charges, status } = dispatch;
  const at = (moment: string | null) => (moment === null ? undefined : Date.parse(moment));
  const order = (...moments: (number | undefined)[]) => {
    const known = moments.filter((moment) => moment !== undefined);
    expect(known).toEqual(known.toSorted((left, right) => left - right));
  };
  order(openedAt, acceptedAt, duties?.paidAt, at(wire.fechaRetiro));
  order(openedAt, at(wire.fechaArriboEfectivo), at(wire.fechaRetiro));
  if (wire.fechaRetiro !== null) expect(duties).toBeDefined();
  if (status.isCompleted) expect(wire.fechaAceptacion).not.toBeNull();
  const filed = (...types: string[]): PracticeDocument[] =>
    documents.filter(({ type }) => types.includes(type));
  for (const { filedAt } of filed(typeNames.importDeclaration, typeNames.exportDeclaration)) {
    expect(acceptedAt).toBeDefined();
    order(acceptedAt, filedAt);
  }
  for (const { filedAt } of filed(typeNames.dutiesPaid)) {
    expect(duties).toBeDefined();
    order(duties?.paidAt, filedAt);
  }
  const lastPaid = Math.max(0, ...charges.map(({ paidAt = 0 }) => paidAt));
  for (const { filedAt } of filed(typeNames.bill)) order(lastPaid, filedAt);
  if (charges.some(({ provider }) => provider === parties.treasury)) expect(duties).toBeDefined();
});

everyDispatch('goods go by road to and from neighbours, through the pass that leads there', (dispatch) => {
  const { way, wire, foreigner, carrier, recordType } = dispatch;
  expect(recordType === 'dus' ? wire.paisOrigen : foreigner.country).toBe(wire.paisOrigen);
  expect(wire.doctoTransporte.startsWith(carrier.prefix)).toBe(true);
  if (way === 'CARRETERO / TERRESTRE') expect(neighbours[foreigner.country]).toBe(wire.nombreAduana);
  if (way !== 'AEREO') return;
  const digits = wire.doctoTransporte.split('-')[1] ?? '';
  expect(Number(digits.slice(0, 7)) % 7, wire.doctoTransporte).toBe(Number(digits[7]));
});

everyDispatch(
  'clients trade with those who trade in their goods, and open dispatches on working days',
  (dispatch, made) => {
    const { client, foreigner, way, openedAt } = dispatch;
    expect(made.parties.foreignersBy(client.trade.goods, way)).toContain(foreigner);
    const isPlanted = made.planted?.dispatches.get('beingDrawnUp')?.dispatch === dispatch;
    const isBig = dispatch.documents.length > 100;
    if (!isPlanted && !isBig) expect(workingTime(openedAt), new Date(openedAt).toISOString()).toBe(openedAt);
  },
);
