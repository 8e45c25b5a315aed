import { dayMs } from '../../../shared/model/dates.ts';
import { fileDocument } from './anomalies.ts';
import { addCharge, addDuties, dutiesOn, taxed } from './charges.ts';
import { infoDocOf } from './machine-reading.ts';
import type { Parties, Party, PracticeClient } from './parties.ts';
import {
  type Expectation,
  expectationsOf,
  issuers,
  retired,
  type TypeName,
  typeNames,
} from './practice-types.ts';
import type { Random, Stream } from './random.ts';
import type { Amounts, PracticeDispatch, PracticeDocument, Setting } from './records.ts';

/** Adds the documents and charges of its kind to a dispatch, anomalies included. */
export function addDocuments(dispatch: PracticeDispatch, stream: Stream, setting: Setting): void {
  const kind = `${dispatch.client.rut}|${dispatch.tipoTramite}|${dispatch.way}`;
  const ordinal = setting.alike.get(kind) ?? 0;
  setting.alike.set(kind, ordinal + 1);
  // Some dispatches have no document at all.
  if (stream.chance('withoutDocuments', 0.02)) return;
  const isCertified = expectationsOf(dispatch).some(
    (one, index) => one.type === typeNames.origin && isThere(one, ordinal, index, stream.of(one.type)),
  );
  if (isCertified) exemptFromAdValorem(dispatch);
  // Some have their transport document, or their loading instructions, twice.
  const hasTwin = stream.chance('hasTwin', 1 / 40);
  // A later payment may reuse the folio of the one before, except for the treasury's, which comes last.
  const charges = stream.whole('charges', 0, 3);
  let disbursed = 0;
  for (let index = 0; index < charges; index++)
    disbursed += addCharge(dispatch, stream.of(`charge ${index}`), setting);
  disbursed += addDuties(dispatch, stream.of('duties'), setting);
  const fees = feesOf(stream);
  const value = dispatch.wire.valorFob === null ? undefined : Math.round(dispatch.wire.valorFob * 100);
  expectationsOf(dispatch).forEach((expectation, index) => {
    const random = stream.of(expectation.type);
    if (!isThere(expectation, ordinal, index, random)) return;
    const hasSecondInvoice = expectation.type === typeNames.invoice && random.chance('isSecondThere', 0.3);
    const part = value && (hasSecondInvoice ? Math.round(value * 0.6) : value);
    const first = suppliersInvoices.has(expectation.type)
      ? { invoiced: part }
      : printedAmounts(expectation.type, dispatch, { fees, disbursed });
    addDocument(dispatch, expectation, random.of('first'), setting, first);
    const second = hasSecondInvoice ? { invoiced: value && part && value - part } : first;
    if (hasSecondInvoice || (hasTwin && index === 0))
      addDocument(dispatch, expectation, random.of('second'), setting, second);
  });
  for (const { probability, ...expectation } of retired) {
    const random = stream.of(expectation.type);
    if (random.chance('isThere', probability))
      addDocument(dispatch, expectation, random.of('first'), setting);
  }
  for (const charge of dispatch.charges) if ((charge.paidAt ?? 0) >= setting.today) delete charge.paidAt;
}

/** Goods with a certificate of origin pay no ad valorem: that is the purpose of the certificate. */
export function exemptFromAdValorem({ duties, wire }: PracticeDispatch): void {
  if (duties?.amounts === undefined || wire.valorCif === null) return;
  duties.amounts = dutiesOn(wire.valorCif, duties.paidAt, 'preferred');
}

/** `usual` documents are missing in 2 of every 20 similar dispatches, in different ones for each type. */
function isThere({ frequency }: Expectation, ordinal: number, index: number, random: Stream): boolean {
  if (frequency === 'rare') return random.chance('isThere', 0.25);
  return frequency === 'always' || (ordinal + index * 3) % 10 !== 6;
}

/** The agency's fee for a dispatch. */
export function feesOf(stream: Stream): Amounts {
  return taxed(stream.whole('fees', 90, 900) * 1000);
}

/** Invoices for the value of a dispatch. */
const suppliersInvoices: ReadonlySet<string> = new Set([typeNames.invoice, typeNames.exportInvoice]);

/**
 * The amounts printed on a document of a type, in whole pesos. The treasury's receipt has the duties, the
 * agency's invoice its fees, and the nota de cobro all of them.
 */
export function printedAmounts(
  type: TypeName,
  { duties }: PracticeDispatch,
  { fees, disbursed }: { fees: Amounts; disbursed: number },
): Pick<PracticeDocument, 'amounts' | 'disbursed'> {
  const { net, tax, total } = fees;
  if (type === typeNames.dutiesPaid && duties?.amounts !== undefined) return { amounts: duties.amounts };
  if (type === typeNames.agencyInvoice) return { amounts: fees };
  if (type !== typeNames.bill) return {};
  return { disbursed, amounts: { net: disbursed + net, tax, total: disbursed + total } };
}

function addDocument(
  dispatch: PracticeDispatch,
  { type, arrives }: Pick<Expectation, 'type' | 'arrives'>,
  stream: Stream,
  { parties, today }: Setting,
  printed: Pick<PracticeDocument, 'amounts' | 'disbursed' | 'invoiced'> = {},
): void {
  const [min, max] = stream.chance('isLate', 1 / 61) ? late : arrives;
  const days = stream.whole('filedDay', min, max);
  const arrivedAt = dispatch.openedAt + days * dayMs + stream.whole('filedMinute', 0, 600) * 60_000;
  const madeAt = madeAtOf(type, dispatch);
  // Not issued yet: it is filed on a later day.
  if (madeAt === 'never') return;
  const filedAt = Math.max(arrivedAt, madeAt ?? 0);
  const { issuer, folio } = issuerOf(type, dispatch, stream, parties);
  const customer = customerOf(dispatch.client, stream, parties);
  const daysBefore = stream.whole('issuedAt', 0, 10) * dayMs;
  const comesFromAbroad = dispatch.recordType !== 'dus' && madeAbroad.has(issuers.get(type)?.issuer);
  // A document from abroad was issued before the dispatch was opened; the rest in the days before filing.
  const issuedAt = madeAt ?? (comesFromAbroad ? dispatch.openedAt - daysBefore : filedAt - daysBefore / 5);
  const infoDoc = infoDocOf({ folio, type, issuedAt, issuer, customer }, stream);
  fileDocument(dispatch, stream, { type, filedAt, infoDoc, ...printed }, today);
}

/** Who issues documents of an import abroad. */
const madeAbroad: ReadonlySet<string | undefined> = new Set(['supplier', 'carrier', 'chamber']);

/**
 * When a document that depends on a step of its dispatch was issued; `never` before that step; undefined for
 * any other document.
 */
function madeAtOf(
  type: TypeName,
  { acceptedAt, duties, charges, openedAt }: PracticeDispatch,
): number | 'never' | undefined {
  switch (type) {
    case typeNames.importDeclaration:
    case typeNames.exportDeclaration:
      return acceptedAt ?? 'never';
    case typeNames.dutiesPaid:
      return duties?.paidAt ?? 'never';
    case typeNames.agencyInvoice:
    case typeNames.bill: {
      // Billed once everything is paid.
      const last = Math.max(openedAt + 7 * dayMs, ...charges.map(({ paidAt = 0 }) => paidAt));
      return last + dayMs;
    }
    default:
      return undefined;
  }
}

/** Minimum and maximum number of days after opening at which a late document arrives. */
const late = [35, 80] as const;

/** The addressee of a document: the client, and once in 83 times another one. */
function customerOf(client: PracticeClient, stream: Stream, { clients }: Parties): Party {
  if (!stream.chance('isForeign', 1 / 83)) return client.party;
  const others = clients.filter((other) => other !== client);
  return stream.pick('customer', others).party;
}

/** The issuer of documents of this type for a dispatch, and the document's number. */
export function issuerOf(
  type: string,
  dispatch: PracticeDispatch,
  stream: Stream,
  parties: Parties,
): { issuer: Party; folio: string } {
  const { client, foreigner, carrier, wire, duties } = dispatch;
  const isImport = dispatch.recordType !== 'dus';
  const { issuer: kind, min, max } = issuers.get(type) ?? { issuer: 'client', min: 100, max: 99_999 };
  const folio = String(stream.whole('folio', min, max));
  switch (kind) {
    case 'agency':
    case 'agriculture':
      return { issuer: parties[kind], folio };
    case 'carrier':
      return { issuer: carrier.party, folio: type === typeNames.booking ? folio : wire.doctoTransporte };
    case 'chamber':
      return { issuer: (isImport ? foreigner : parties).chamber, folio };
    case 'customs':
      return { issuer: parties.customs, folio: wire.numeroIdentificacion };
    case 'insurer':
      return { issuer: stream.pick('issuer', parties.insurers), folio };
    case 'provider':
      return { issuer: stream.pick('issuer', parties.providersBy[dispatch.way]).party, folio };
    case 'treasury':
      return { issuer: parties.treasury.party, folio: duties?.folio ?? folio };
    case 'supplier':
      if (isImport)
        return { issuer: foreigner.party, folio: foreignFolio(stream.field('folio'), dispatch.openedAt) };
      return { issuer: client.party, folio };
    case 'client':
      return { issuer: client.party, folio };
  }
}

function foreignFolio(random: Random, openedAt: number): string {
  const form = random.whole(0, 2);
  if (form === 0) return `${random.whole(1000, 999_999)}`;
  if (form === 1) return `INV-${random.whole(10_000, 99_999)}`;
  return `${new Date(openedAt).getUTCFullYear()}/${random.whole(100, 9999)}`;
}
