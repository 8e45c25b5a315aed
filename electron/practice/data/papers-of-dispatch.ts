import { addCharge, amountsOf } from './charges.ts';
import { dayInMs } from './days.ts';
import type { PracticeDispatch } from './dispatch.ts';
import { filePaper } from './oddities.ts';
import type { Random } from './random.ts';
import { infoDocOf } from './reading.ts';
import type { Setting } from './tally.ts';
import {
  type Expectation,
  exportExpectations,
  importExpectations,
  type TypeName,
  typeNames,
} from './types.ts';

/** Gives a dispatch the papers and charges that its kind gathers, odd cases included. */
export function gatherPapers(dispatch: PracticeDispatch, setting: Setting): void {
  const { random, tally } = setting;
  const kind = `${dispatch.client.rut}|${dispatch.tipoTramite}|${dispatch.way}`;
  const ordinal = tally.alike.get(kind) ?? 0;
  tally.alike.set(kind, ordinal + 1);
  tally.dispatches += 1;
  // Some dispatches have no document at all.
  if (tally.dispatches % 50 === 7) return;
  // Some have their transport document, or their loading instructions, twice.
  const hasTwin = tally.dispatches % 40 === 9;
  const expected =
    dispatch.recordType === 'dus' ? exportExpectations(dispatch.way) : importExpectations(dispatch.way);
  expected.forEach((expectation, place) => {
    if (!isThere(expectation, ordinal, place, random)) return;
    const isSecondInvoice = expectation.type === typeNames.invoice && random.chance(0.3);
    addPaper(dispatch, expectation, setting);
    if (isSecondInvoice || (hasTwin && place === 0)) addPaper(dispatch, expectation, setting);
  });
  for (let count = random.whole(0, 3); count > 0; count--) addCharge(dispatch, setting);
  if (random.chance(0.04)) addPaper(dispatch, { type: typeNames.importReport, arrives: [0, 3] }, setting);
  if (random.chance(0.05)) addPaper(dispatch, { type: typeNames.provision, arrives: [0, 2] }, setting);
}

/** `usual` papers are missing in 2 of every 20 alike dispatches, in other ones for each type. */
function isThere({ frequency }: Expectation, ordinal: number, place: number, random: Random): boolean {
  switch (frequency) {
    case 'always':
      return true;
    case 'usual':
      return (ordinal + place * 3) % 10 !== 6;
    case 'rare':
      return random.chance(0.25);
  }
}

const billedTypes: ReadonlySet<string> = new Set([typeNames.agencyInvoice, typeNames.bill]);

function addPaper(
  dispatch: PracticeDispatch,
  { type, arrives }: Pick<Expectation, 'type' | 'arrives'>,
  setting: Setting,
): void {
  const { random, parties, tally } = setting;
  const isLate = tally.documents % 61 === 33;
  const days = isLate ? random.whole(35, 80) : random.whole(...arrives);
  const filedAt = dispatch.openedAt + days * dayInMs + random.whole(0, 600) * 60_000;
  const { issuer, folio } = issuerOf(type, dispatch, setting);
  const isForeign = tally.documents % 83 === 41;
  const stranger = parties.clients.find((client) => client !== dispatch.client && random.chance(0.5));
  const customer = isForeign && stranger !== undefined ? stranger.party : dispatch.client.party;
  const issuedAt = filedAt - random.whole(0, 10) * dayInMs;
  filePaper(dispatch, setting, {
    type,
    filedAt,
    infoDoc: infoDocOf(random, { folio, type, issuedAt, issuer, customer }),
    ...(billedTypes.has(type) && { amounts: amountsOf(random, random.whole(40, 900) * 1000) }),
  });
}

/** Who made a paper of this type, and the number that it has. */
function issuerOf(type: TypeName, dispatch: PracticeDispatch, { random, parties }: Setting) {
  switch (type) {
    case typeNames.agencyInvoice:
    case typeNames.bill:
    case typeNames.provision:
    case typeNames.loadingInstructions:
      return { issuer: parties.agency, folio: String(random.whole(10_000, 99_999)) };
    case typeNames.importDeclaration:
    case typeNames.exportDeclaration:
      return { issuer: parties.agency, folio: dispatch.wire.numeroIdentificacion };
    case typeNames.billOfLading:
    case typeNames.airWaybill:
    case typeNames.roadWaybill:
      return { issuer: random.pick(parties.providers).party, folio: dispatch.wire.doctoTransporte };
    case typeNames.exportInvoice:
    case typeNames.dispatchGuide:
      return { issuer: dispatch.client.party, folio: String(random.whole(100, 99_999)) };
    default:
      return { issuer: random.pick(parties.foreigners).party, folio: foreignFolio(random) };
  }
}

function foreignFolio(random: Random): string {
  return random.pick([
    `${random.whole(1000, 999_999)}`,
    `INV-${random.whole(10_000, 99_999)}`,
    `${random.whole(2025, 2026)}/${random.whole(100, 9999)}`,
  ]);
}
