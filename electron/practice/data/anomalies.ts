import { dayMs } from '../../../shared/model/dates.ts';
import { completeInfoDoc, type Printed } from './machine-reading.ts';
import type { PracticeClient } from './parties.ts';
import type { Random, Stream } from './random.ts';
import type { InfoDoc, PracticeDispatch, PracticeDocument } from './records.ts';

/** A document before its id, its file and its anomalies. */
export type Drafted = Omit<PracticeDocument, 'id' | 'isActive' | 'file' | 'client' | 'dispatch'>;

/** Adds a document to a dispatch, unless it would be filed later than today (milliseconds). */
export function fileDocument(
  dispatch: PracticeDispatch,
  stream: Stream,
  drafted: Drafted,
  today: number,
): void {
  if (drafted.filedAt >= today) return;
  dispatch.documents.push(withAnomalies(stream, drafted, dispatch.client, dispatch));
}

/** A document with its id and file, and with anomalies at fixed rates. */
export function withAnomalies(
  stream: Stream,
  drafted: Drafted,
  client: PracticeClient,
  dispatch?: PracticeDispatch,
): PracticeDocument {
  return {
    ...drafted,
    id: stream.field('id').id(),
    client,
    dispatch,
    type: stream.chance('unclassified', 1 / 173) ? '' : drafted.type,
    isActive: !stream.chance('inactive', 1 / 37),
    infoDoc: stream.chance('unread', 1 / 17) ? {} : drafted.infoDoc,
    file: fileFrom(stream.field('paper')),
  };
}

/** A document without anomalies: one page, issued the day before it was filed, and read completely. */
export function plainDocument(
  stream: Stream,
  filed: Pick<PracticeDocument, 'client' | 'dispatch' | 'type' | 'filedAt'>,
  printed: Pick<Printed, 'folio' | 'issuer' | 'customer'>,
  read: (printed: Printed, stream: Stream) => InfoDoc = completeInfoDoc,
): PracticeDocument {
  const { type, filedAt } = filed;
  return {
    ...filed,
    id: stream.field('id').id(),
    isActive: true,
    file: { kind: 'pdf', pages: 1 },
    infoDoc: read({ ...printed, type, issuedAt: filedAt - dayMs }, stream),
  };
}

/** The file behind a record; one in 31 has none. */
function fileFrom(random: Random): PracticeDocument['file'] {
  if (random.chance(1 / 31)) return undefined;
  if (random.chance(1 / 700)) return { kind: 'pdf', pages: 300 };
  if (random.chance(1 / 211)) return { kind: 'encrypted', pages: 2 };
  if (random.chance(1 / 223)) return { kind: 'damaged', pages: 3 };
  if (random.chance(1 / 41)) return { kind: 'png', pages: 1 };
  if (random.chance(1 / 53)) return { kind: 'jpg', pages: 1 };
  if (random.chance(1 / 131)) return { kind: 'xml', pages: 1 };
  return { kind: 'pdf', pages: random.chance(0.8) ? 1 : random.whole(2, 6) };
}
