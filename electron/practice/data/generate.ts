import { AppError } from '../../../shared/errors.ts';
import { dayMs } from '../../../shared/model/dates.ts';
import { plainDocument, withAnomalies } from './anomalies.ts';
import { anchor, inRound, newestThings, numberAmong, span, type Thing } from './data-periods.ts';
import { workingTime } from './days.ts';
import { type DispatchKind, makeDispatch, usualImport } from './dispatch.ts';
import { addDocuments, issuerOf } from './documents-of-dispatch.ts';
import { infoDocOf } from './machine-reading.ts';
import { type Parties, type PracticeClient, practiceParties } from './parties.ts';
import { plantCases } from './planted-cases.ts';
import { practiceTypes, typeNames } from './practice-types.ts';
import { type Random, type Stream, seededRandom, streamOf } from './random.ts';
import { compareByFiling, type PracticeDispatch, type PracticeDocument, type Setting } from './records.ts';
import { ways } from './sample-companies.ts';

/** The initial data of an agency. */
export type Beginning = ReturnType<typeof generate>;

/** What data to generate. */
export interface GenerationOptions {
  seed: string;
  /** Seed of the companies: two agencies with the same one have clients in common. */
  partySeed: string;
  /** Exact number of documents. */
  documents: number;
  /** Number of active clients. */
  clients: number;
  /**
   * Start of the current day, milliseconds since 1970; the data ends there and begins about two years before.
   */
  today: number;
  /** Where round 0 ends, milliseconds since 1970: `anchor` by default. */
  end?: number;
  /** Source of random numbers; tests replace it. */
  streams?: typeof streamOf;
}

/** Minimum number of documents for data with every planted case. */
const minDocumentsForPlantedCases = 250;
/** Minimum number of documents for one dispatch of 200 documents per round. */
const minDocumentsForBigDispatch = 1000;

/**
 * Generates an agency's data; the same options give the same data. On two different days, what both have is
 * equal: ordinary dispatches and their documents stay for about two years, planted ones for a calendar month.
 */
export function generate({
  seed,
  partySeed,
  documents: count,
  clients,
  today,
  end = anchor,
  streams = streamOf,
}: GenerationOptions) {
  const parties = practiceParties(seededRandom(`${partySeed}/parties`), clients);
  const planted =
    count < minDocumentsForPlantedCases
      ? undefined
      : plantCases(
          (name) => streams(seed, `planted/${name}`),
          [firstOf(parties), ...parties.clients.slice(1, clients)],
          { parties, today, end },
        );
  const plantedDispatches = [...(planted?.dispatches.values() ?? [])];
  const documents = plantedDispatches.flatMap(({ dispatch }) => dispatch.documents);
  if (planted !== undefined) documents.push(planted.withoutDispatch);
  const things = newestThings(count - documents.length, { today, end }, function* (round, until) {
    const state = { alike: new Map(), toRepeat: new Map() };
    const setting: RoundSetting = { parties, ...state, today: until, end: end + round * span };
    const of = (name: string) => streams(seed, inRound(name, round));
    if (count >= minDocumentsForBigDispatch) yield thingOf(bigDispatch(of('big'), setting));
    for (let index = 0; ; index++) {
      if (index % 12 === 5) {
        const document = documentWithoutDispatch(of(`loose/${index}`), setting);
        yield { at: document.filedAt, documents: [document] };
      }
      yield thingOf(usualDispatch(of(`dispatch/${index}`), clients, setting));
    }
  });
  const dispatches = things.flatMap(({ dispatch }) => dispatch ?? []);
  for (const { dispatch, turn } of plantedDispatches) {
    numberAmong(dispatch, dispatches, turn);
    dispatches.push(dispatch);
  }
  for (const thing of things) documents.push(...thing.documents);
  dispatches.sort((left, right) => left.openedAt - right.openedAt);
  for (const dispatch of dispatches) dispatch.documents.sort(compareByFiling);
  return {
    parties,
    types: practiceTypes(),
    /** In the order of opening. */
    dispatches,
    /** Every document, those without a dispatch included, in no particular order. */
    documents,
    /** Present from `minDocumentsForPlantedCases` documents on. */
    planted,
  };
}

/** The inputs of everything in a round. */
interface RoundSetting extends Setting {
  /** Where the round ends, milliseconds since 1970. */
  end: number;
}

function thingOf(dispatch: PracticeDispatch): Thing {
  return { at: dispatch.openedAt, dispatch, documents: dispatch.documents };
}

function usualDispatch(stream: Stream, clients: number, setting: RoundSetting): PracticeDispatch {
  const { parties, today, end } = setting;
  const drawn = stream.field('client');
  const client = drawn.chance(0.35) ? firstOf(parties) : drawn.pick(parties.clients.slice(0, clients));
  const openedAt = openingTime(stream.field('openedAt'), end);
  const dispatch = makeDispatch(stream, parties, kindFor(stream, client), { client, openedAt, today });
  addDocuments(dispatch, stream, setting);
  return dispatch;
}

function firstOf(parties: Parties): PracticeClient {
  const [first] = parties.clients;
  if (first === undefined) throw new AppError('INPUT_INVALID', 'an agency needs a client');
  return first;
}

/** A time in office hours of a working day in the round that ends then. */
function openingTime(random: Random, end: number): number {
  const days = Math.floor(random.next() * (span / dayMs));
  const instant = end - span + days * dayMs + random.whole(8 * 60, 18 * 60) * 60_000;
  const moved = workingTime(instant);
  if (moved < end - span) return moved + 3 * dayMs;
  return moved < end ? moved : moved - 3 * dayMs;
}

/** Every client has its habits, so that patterns can be learned: mostly one kind, by one way. */
function kindFor(stream: Stream, { trade }: PracticeClient): DispatchKind {
  const drawnWay = stream.field('way');
  const way = drawnWay.chance(0.8) ? trade.way : drawnWay.pick(ways.filter((other) => other !== trade.way));
  const usual = (probability: number) => stream.chance('tipoTramite', probability);
  if (stream.chance('isAmendment', 0.02))
    return { recordType: 'smda', tipoTramite: 'MODIFICACION (SMDA)', way };
  if ((trade.operation === 'EXP') !== stream.chance('isUnusual', 0.15))
    return { recordType: 'dus', tipoTramite: usual(0.9) ? 'EXPORTACION NORMAL' : 'SALIDA TEMPORAL', way };
  return { recordType: 'din', tipoTramite: usual(0.85) ? 'IMPORTACION NORMAL' : 'ADMISION TEMPORAL', way };
}

/** One dispatch of exactly 200 documents of 10 pages: its list ends with an empty page. */
function bigDispatch(stream: Stream, { parties, today, end }: RoundSetting): PracticeDispatch {
  const client = firstOf(parties);
  const openedAt = end - 120 * dayMs;
  const dispatch = makeDispatch(stream, parties, usualImport, { client, openedAt, today });
  const catalogue = [typeNames.invoice, typeNames.packingList, typeNames.origin, typeNames.thirdPartyInvoice];
  for (let index = 0; index < 200; index++) {
    const document = stream.of(`paper ${index}`);
    const type = index < 110 ? typeNames.invoice : document.pick('type', catalogue);
    const filedAt = openedAt + (1 + Math.floor(index / 25)) * dayMs + index * 60_000;
    const printed = { ...issuerOf(type, dispatch, document, parties), customer: client.party };
    const plain = plainDocument(document, { client, dispatch, type, filedAt }, printed, infoDocOf);
    dispatch.documents.push({ ...plain, file: { kind: 'pdf', pages: 10 } });
  }
  return dispatch;
}

/** A document of the client that belongs to no dispatch: only `GET /files` finds it. */
function documentWithoutDispatch(stream: Stream, { parties, end }: RoundSetting): PracticeDocument {
  const active = parties.clients.filter(({ isActive }) => isActive);
  const client = stream.pick('client', active);
  const filedAt = openingTime(stream.field('filedAt'), end);
  const type = stream.chance('type', 0.7) ? typeNames.mandate : typeNames.other;
  const folio = stream.field('folio');
  const printed = { type, issuedAt: filedAt - dayMs, issuer: client.party, customer: parties.agency };
  const number = folio.chance(0.5) ? '' : String(folio.whole(1, 900));
  const infoDoc = infoDocOf({ ...printed, folio: number }, stream);
  return withAnomalies(stream, { type, filedAt, infoDoc }, client);
}
