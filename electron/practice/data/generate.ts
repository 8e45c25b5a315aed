import { CarpetaError } from '../../../shared/errors.ts';
import { dayInMs, workingTime } from './days.ts';
import { type DispatchKind, makeDispatch, type PracticeDispatch } from './dispatch.ts';
import { compareByFiling, type PracticeDocument } from './document.ts';
import { withOddities } from './oddities.ts';
import { gatherPapers, issuerOf } from './papers-of-dispatch.ts';
import { type Parties, type PracticeClient, practiceParties } from './parties.ts';
import { type PlantedCases, plantCases } from './planted.ts';
import { type Random, type Stream, seededRandom, streamOf } from './random.ts';
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
  /** From `roomForPlantedCases` documents on. */
  planted: PlantedCases | undefined;
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
  /** Start of the day on which it is looked at, milliseconds since 1970; the data ends there and begins two years before. */
  today: number;
  /** Where numbers come from; tests put others in its place. */
  streams?: typeof streamOf;
}

const span = 731 * dayInMs;
/** From how many documents on the data holds every planted case. */
const roomForPlantedCases = 250;
/** From how many documents on there is one dispatch of 200 papers. */
const roomForBigDispatch = 1000;

/** Makes up an agency's data; the same options give the same data. */
export function generate({
  seed,
  partySeed,
  documents: wanted,
  clients,
  today,
  streams = streamOf,
}: GenerationOptions): Beginning {
  const parties = practiceParties(seededRandom(`${partySeed}/parties`), clients);
  const setting = { parties, tally: emptyTally(), today };
  const dispatches: PracticeDispatch[] = [];
  const documents: PracticeDocument[] = [];
  const add = (dispatch: PracticeDispatch) => {
    dispatch.documents.length = Math.min(dispatch.documents.length, wanted - documents.length);
    dispatches.push(dispatch);
    documents.push(...dispatch.documents);
  };
  const planted =
    wanted < roomForPlantedCases
      ? undefined
      : plantCases(
          (name) => streams(seed, `planted/${name}`),
          [firstOf(parties), ...parties.clients.slice(1, clients)],
          setting,
        );
  if (planted !== undefined) {
    planted.dispatches.forEach(add);
    documents.push(planted.cases.withoutDispatch);
  }
  if (wanted >= roomForBigDispatch) add(bigDispatch(streams(seed, 'big'), setting));
  for (let place = 0; documents.length < wanted; place++) {
    if (place % 12 === 5) documents.push(paperWithoutDispatch(streams(seed, `loose/${place}`), setting));
    if (documents.length < wanted) add(usualDispatch(streams(seed, `dispatch/${place}`), clients, setting));
  }
  dispatches.sort((left, right) => left.openedAt - right.openedAt);
  dispatches.forEach((dispatch, place) => {
    const number = String(410_233 + place * 3 + (place % 2));
    dispatch.number = number;
    dispatch.wire.id = number;
    dispatch.status.numeroDespacho = number;
    dispatch.documents.sort(compareByFiling);
  });
  return { parties, types: practiceTypes(), dispatches, documents, planted: planted?.cases };
}

function usualDispatch(stream: Stream, clients: number, setting: Setting): PracticeDispatch {
  const { parties, today } = setting;
  const drawn = stream.field('client');
  const client = drawn.chance(0.35) ? firstOf(parties) : drawn.pick(parties.clients.slice(0, clients));
  const openedAt = openingTime(stream.field('openedAt'), today);
  const dispatch = makeDispatch(stream, parties, kindFor(stream, client), {
    client,
    openedAt,
    today,
  });
  gatherPapers(dispatch, stream, setting);
  return dispatch;
}

function firstOf(parties: Parties): PracticeClient {
  const [first] = parties.clients;
  if (first === undefined) throw new CarpetaError('INPUT_INVALID', 'an agency needs a client');
  return first;
}

/** An office hour of a working day in the last two years. */
function openingTime(random: Random, today: number): number {
  const days = Math.floor(random.next() * (span / dayInMs));
  const instant = today - span + days * dayInMs + random.whole(8 * 60, 18 * 60) * 60_000;
  const moved = workingTime(instant);
  if (moved < today - span) return moved + 3 * dayInMs;
  return moved < today ? moved : moved - 3 * dayInMs;
}

/** Every client has its habits, so that there is something to learn: mostly one kind, by one way. */
function kindFor(stream: Stream, { trade }: PracticeClient): DispatchKind {
  const drawnWay = stream.field('way');
  const way = drawnWay.chance(0.8) ? trade.way : drawnWay.pick(ways.filter((other) => other !== trade.way));
  if (stream.chance('isAmendment', 0.02))
    return { recordType: 'smda', tipoTramite: 'MODIFICACION (SMDA)', way };
  if ((trade.operation === 'EXP') !== stream.chance('isUnusual', 0.15)) {
    return {
      recordType: 'dus',
      tipoTramite: stream.chance('tipoTramite', 0.9) ? 'EXPORTACION NORMAL' : 'SALIDA TEMPORAL',
      way,
    };
  }
  return {
    recordType: 'din',
    tipoTramite: stream.chance('tipoTramite', 0.85) ? 'IMPORTACION NORMAL' : 'ADMISION TEMPORAL',
    way,
  };
}

/** One dispatch of exactly 200 papers of 10 pages: its listing ends with an empty page. */
function bigDispatch(stream: Stream, { parties, today }: Setting): PracticeDispatch {
  const client = firstOf(parties);
  const openedAt = today - 120 * dayInMs;
  const kind = { recordType: 'din', tipoTramite: 'IMPORTACION NORMAL', way: ways[0] ?? 'AEREO' } as const;
  const dispatch = makeDispatch(stream, parties, kind, { client, openedAt, today });
  const catalogue = [typeNames.invoice, typeNames.packingList, typeNames.origin, typeNames.thirdPartyInvoice];
  for (let place = 0; place < 200; place++) {
    const paper = stream.of(`paper ${place}`);
    const type = place < 110 ? typeNames.invoice : paper.pick('type', catalogue);
    const filedAt = openedAt + (1 + Math.floor(place / 25)) * dayInMs + place * 60_000;
    dispatch.documents.push({
      id: paper.field('id').id(),
      client,
      dispatch,
      type,
      filedAt,
      isActive: true,
      paper: { kind: 'pdf', pages: 10 },
      infoDoc: infoDocOf(paper, {
        ...issuerOf(type, dispatch, paper, parties),
        type,
        issuedAt: filedAt - dayInMs,
        customer: client.party,
      }),
    });
  }
  return dispatch;
}

/** A paper of the client that belongs to no dispatch: only `GET /files` finds it. */
function paperWithoutDispatch(stream: Stream, { parties, today }: Setting): PracticeDocument {
  const client = stream.pick(
    'client',
    parties.clients.filter((one) => one.isActive),
  );
  const filedAt = openingTime(stream.field('filedAt'), today);
  const type = stream.chance('type', 0.7) ? typeNames.mandate : typeNames.other;
  const folio = stream.field('folio');
  const infoDoc = infoDocOf(stream, {
    folio: folio.chance(0.5) ? '' : String(folio.whole(1, 900)),
    type,
    issuedAt: filedAt - dayInMs,
    issuer: client.party,
    customer: parties.agency,
  });
  return withOddities(stream, { type, filedAt, infoDoc }, client);
}
