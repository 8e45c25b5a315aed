import { addCharge, amountsOf } from './charges.ts';
import { dayInMs } from './days.ts';
import type { PracticeDispatch } from './dispatch.ts';
import { type Drafted, filePaper } from './oddities.ts';
import type { Parties, Party, PracticeClient } from './parties.ts';
import type { Random, Stream } from './random.ts';
import { infoDocOf } from './reading.ts';
import type { Setting } from './tally.ts';
import {
  type Expectation,
  exportExpectations,
  importExpectations,
  type TypeName,
  typeNames,
} from './types.ts';

/** Gives a dispatch, with its stream, the papers and charges that its kind gathers, odd cases included. */
export function gatherPapers(dispatch: PracticeDispatch, stream: Stream, setting: Setting): void {
  const { tally } = setting;
  const kind = `${dispatch.client.rut}|${dispatch.tipoTramite}|${dispatch.way}`;
  const ordinal = tally.alike.get(kind) ?? 0;
  tally.alike.set(kind, ordinal + 1);
  // Some dispatches have no document at all.
  if (stream.chance('withoutDocuments', 0.02)) return;
  // Some have their transport document, or their loading instructions, twice.
  const hasTwin = stream.chance('hasTwin', 1 / 40);
  expectationsOf(dispatch).forEach((expectation, place) => {
    const papers = stream.of(expectation.type);
    if (!isThere(expectation, ordinal, place, papers)) return;
    addPaper(dispatch, expectation, papers.of('first'), setting);
    const isSecondInvoice = expectation.type === typeNames.invoice && papers.chance('isSecondThere', 0.3);
    if (isSecondInvoice || (hasTwin && place === 0))
      addPaper(dispatch, expectation, papers.of('second'), setting);
  });
  const charges = stream.whole('charges', 0, 3);
  for (let place = 0; place < charges; place++) addCharge(dispatch, stream.of(`charge ${place}`), setting);
  for (const { probability, ...expectation } of retired) {
    const papers = stream.of(expectation.type);
    if (papers.chance('isThere', probability)) addPaper(dispatch, expectation, papers.of('first'), setting);
  }
}

/** What the kind of a dispatch gathers. */
export function expectationsOf({ recordType, way }: PracticeDispatch): Expectation[] {
  return recordType === 'dus' ? exportExpectations(way) : importExpectations(way);
}

/** Types that have left the catalogue: a few dispatches still have them. */
const retired = [
  { type: typeNames.importReport, arrives: [0, 3], probability: 0.04 },
  { type: typeNames.provision, arrives: [0, 2], probability: 0.05 },
] as const;

/** `usual` papers are missing in 2 of every 20 alike dispatches, in other ones for each type. */
function isThere({ frequency }: Expectation, ordinal: number, place: number, papers: Stream): boolean {
  switch (frequency) {
    case 'always':
      return true;
    case 'usual':
      return (ordinal + place * 3) % 10 !== 6;
    case 'rare':
      return papers.chance('isThere', 0.25);
  }
}

/** Types whose papers carry amounts of the agency. */
export const billedTypes: ReadonlySet<string> = new Set([typeNames.agencyInvoice, typeNames.bill]);

function addPaper(
  dispatch: PracticeDispatch,
  { type, arrives }: Pick<Expectation, 'type' | 'arrives'>,
  stream: Stream,
  { parties, today }: Setting,
): void {
  const [least, most] = stream.chance('isLate', 1 / 61) ? late : arrives;
  const days = stream.whole('filedDay', least, most);
  const filedAt = dispatch.openedAt + days * dayInMs + stream.whole('filedMinute', 0, 600) * 60_000;
  const { issuer, folio } = issuerOf(type, dispatch, stream, parties);
  const customer = customerOf(dispatch.client, stream, parties);
  const issuedAt = filedAt - stream.whole('issuedAt', 0, 10) * dayInMs;
  const infoDoc = infoDocOf(stream, { folio, type, issuedAt, issuer, customer });
  const drafted: Drafted = { type, filedAt, infoDoc };
  if (billedTypes.has(type)) {
    const random = stream.field('amounts');
    drafted.amounts = amountsOf(random, random.whole(40, 900) * 1000);
  }
  filePaper(dispatch, stream, drafted, today);
}

/** Days after opening, least and most, at which a late paper arrives. */
const late = [35, 80] as const;

/** Whom a paper is made out to: the client, and once in 83 times another one. */
function customerOf(client: PracticeClient, stream: Stream, { clients }: Parties): Party {
  if (!stream.chance('isForeign', 1 / 83)) return client.party;
  const others = clients.filter((other) => other !== client);
  return stream.pick('customer', others).party;
}

/** Who makes papers of this type for a dispatch, and the number that such a paper has. */
export function issuerOf(
  type: TypeName,
  dispatch: PracticeDispatch,
  stream: Stream,
  parties: Parties,
): { issuer: Party; folio: string } {
  switch (type) {
    case typeNames.agencyInvoice:
    case typeNames.bill:
    case typeNames.provision:
    case typeNames.loadingInstructions:
      return { issuer: parties.agency, folio: String(stream.whole('folio', 10_000, 99_999)) };
    case typeNames.importDeclaration:
    case typeNames.exportDeclaration:
      return { issuer: parties.agency, folio: dispatch.wire.numeroIdentificacion };
    case typeNames.billOfLading:
    case typeNames.airWaybill:
    case typeNames.roadWaybill:
      return {
        issuer: stream.pick('issuer', parties.providers).party,
        folio: dispatch.wire.doctoTransporte,
      };
    case typeNames.exportInvoice:
    case typeNames.dispatchGuide:
      return { issuer: dispatch.client.party, folio: String(stream.whole('folio', 100, 99_999)) };
    default:
      return {
        issuer: stream.pick('issuer', parties.foreigners).party,
        folio: foreignFolio(stream.field('folio')),
      };
  }
}

function foreignFolio(random: Random): string {
  switch (random.whole(0, 2)) {
    case 0:
      return `${random.whole(1000, 999_999)}`;
    case 1:
      return `INV-${random.whole(10_000, 99_999)}`;
    default:
      return `${random.whole(2025, 2026)}/${random.whole(100, 9999)}`;
  }
}
