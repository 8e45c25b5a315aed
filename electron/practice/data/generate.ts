import { CarpetaError } from '../../../shared/errors.ts';
import { dayInMs } from './days.ts';
import { type DispatchKind, makeDispatch, type PracticeDispatch } from './dispatch.ts';
import { compareByFiling, type PracticeDocument } from './document.ts';
import { withOddities } from './oddities.ts';
import { gatherPapers } from './papers-of-dispatch.ts';
import { type Parties, type PracticeClient, practiceParties } from './parties.ts';
import { type Random, seededRandom } from './random.ts';
import { infoDocOf } from './reading.ts';
import { emptyTally, type Setting } from './tally.ts';
import { type PracticeType, practiceTypes, typeNames } from './types.ts';
import { ways } from './words.ts';

/** What an agency begins with. */
export interface Beginning {
  parties: Parties;
  types: PracticeType[];
  /** In the order of opening. */
  dispatches: PracticeDispatch[];
  /** Every document, those without a dispatch included; no order. */
  documents: PracticeDocument[];
}

/** What data to make up. */
export interface GenerationOptions {
  seed: string;
  /** The companies come from this seed: two agencies with the same one have clients in common. */
  partySeed: string;
  /** How many documents, exactly. */
  documents: number;
  /** How many active clients. */
  clients: number;
  /** Start of the day on which it is looked at, milliseconds since 1970; the data ends there and begins 18 months before. */
  today: number;
}

const span = 548 * dayInMs;
/** From how many documents on there is one dispatch of 200 papers. */
const roomForBigDispatch = 1000;

/** Makes up an agency's data; the same options give the same data. */
export function generate({
  seed,
  partySeed,
  documents: wanted,
  clients,
  today,
}: GenerationOptions): Beginning {
  const random = seededRandom(seed);
  const parties = practiceParties(seededRandom(`${partySeed}/parties`), clients);
  const tally = emptyTally();
  const setting = { random, parties, tally, today };
  const dispatches: PracticeDispatch[] = [];
  const documents: PracticeDocument[] = [];
  while (documents.length < wanted) {
    const place = dispatches.length;
    if (place === 20 && wanted >= roomForBigDispatch) {
      const big = bigDispatch(setting);
      dispatches.push(big);
      documents.push(...big.documents);
    }
    if (place % 12 === 5) {
      documents.push(paperWithoutDispatch(setting));
      if (documents.length >= wanted) break;
    }
    const client = random.chance(0.35) ? firstOf(parties) : random.pick(parties.clients.slice(0, clients));
    const openedAt = openingTime(random, today);
    const dispatch = makeDispatch(random, parties, kindFor(random, parties, client), {
      client,
      openedAt,
      today,
    });
    gatherPapers(dispatch, setting);
    dispatch.documents.length = Math.min(dispatch.documents.length, wanted - documents.length);
    dispatches.push(dispatch);
    documents.push(...dispatch.documents);
  }
  dispatches.sort((left, right) => left.openedAt - right.openedAt);
  dispatches.forEach((dispatch, place) => {
    const number = String(410_233 + place * 3 + (place % 2));
    dispatch.number = number;
    dispatch.wire.id = number;
    dispatch.status.numeroDespacho = number;
    dispatch.documents.sort(compareByFiling);
  });
  return { parties, types: practiceTypes(), dispatches, documents };
}

function firstOf(parties: Parties): PracticeClient {
  const [first] = parties.clients;
  if (first === undefined) throw new CarpetaError('INPUT_INVALID', 'an agency needs a client');
  return first;
}

/** An office hour of a day in the last 18 months. */
function openingTime(random: Random, today: number): number {
  const days = Math.floor(random.next() * (span / dayInMs));
  return today - span + days * dayInMs + random.whole(8 * 60, 18 * 60) * 60_000;
}

/** Every client has its habits, so that there is something to learn: mostly one kind, by one way. */
function kindFor(random: Random, parties: Parties, client: PracticeClient): DispatchKind {
  const place = parties.clients.indexOf(client);
  const mostlyExports = place % 4 === 2 || place % 4 === 3;
  const [habit = ways[0], ...others] = [...ways.slice(place % 3), ...ways.slice(0, place % 3)];
  const way = random.chance(0.8) ? habit : random.pick(others);
  if (way === undefined) throw new CarpetaError('UNEXPECTED', 'no way of transport');
  if (random.chance(0.02)) return { recordType: 'smda', tipoTramite: 'MODIFICACION (SMDA)', way };
  if (mostlyExports !== random.chance(0.15)) {
    return {
      recordType: 'dus',
      tipoTramite: random.chance(0.9) ? 'EXPORTACION NORMAL' : 'SALIDA TEMPORAL',
      way,
    };
  }
  return {
    recordType: 'din',
    tipoTramite: random.chance(0.85) ? 'IMPORTACION NORMAL' : 'ADMISION TEMPORAL',
    way,
  };
}

/** One dispatch of exactly 200 papers of 10 pages: its listing ends with an empty page. */
function bigDispatch({ random, parties, tally, today }: Setting): PracticeDispatch {
  const client = firstOf(parties);
  const openedAt = today - 120 * dayInMs;
  const kind = { recordType: 'din', tipoTramite: 'IMPORTACION NORMAL', way: ways[0] ?? 'AEREO' } as const;
  const dispatch = makeDispatch(random, parties, kind, { client, openedAt, today });
  tally.dispatches += 1;
  const catalogue = [typeNames.invoice, typeNames.packingList, typeNames.origin, typeNames.thirdPartyInvoice];
  for (let place = 0; place < 200; place++) {
    const type = place < 110 ? typeNames.invoice : random.pick(catalogue);
    const filedAt = openedAt + (1 + Math.floor(place / 25)) * dayInMs + place * 60_000;
    const issuer = random.pick(parties.foreigners).party;
    const folio = String(random.whole(10_000, 99_999));
    tally.documents += 1;
    dispatch.documents.push({
      id: random.id(),
      client,
      dispatch,
      type,
      filedAt,
      isActive: true,
      paper: { kind: 'pdf', pages: 10 },
      infoDoc: infoDocOf(random, {
        folio,
        type,
        issuedAt: filedAt - dayInMs,
        issuer,
        customer: client.party,
      }),
    });
  }
  return dispatch;
}

/** A paper of the client that belongs to no dispatch: only `GET /files` finds it. */
function paperWithoutDispatch({ random, parties, tally, today }: Setting): PracticeDocument {
  const client = random.pick(parties.clients.filter((one) => one.isActive));
  const filedAt = openingTime(random, today);
  const type = random.chance(0.7) ? typeNames.mandate : typeNames.other;
  const place = tally.documents++;
  const drafted = {
    type,
    filedAt,
    infoDoc: infoDocOf(random, {
      folio: random.chance(0.5) ? '' : String(random.whole(1, 900)),
      type,
      issuedAt: filedAt - dayInMs,
      issuer: client.party,
      customer: parties.agency,
    }),
  };
  return withOddities(random, place, drafted, client);
}
