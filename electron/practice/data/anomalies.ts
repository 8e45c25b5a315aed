import type { PracticeClient } from './parties.ts';
import type { Random, Stream } from './random.ts';
import type { PracticeDispatch, PracticeDocument } from './records.ts';

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
  { type, filedAt, infoDoc, amounts, disbursed, invoiced }: Drafted,
  client: PracticeClient,
  dispatch?: PracticeDispatch,
): PracticeDocument {
  // As one object literal: a hundred thousand of these are created before an agency serves its first request.
  const document: PracticeDocument = {
    id: stream.field('id').id(),
    client,
    type: stream.chance('unclassified', 1 / 173) ? '' : type,
    filedAt,
    isActive: !stream.chance('inactive', 1 / 37),
    infoDoc: stream.chance('unread', 1 / 17) ? {} : infoDoc,
  };
  if (dispatch !== undefined) document.dispatch = dispatch;
  if (amounts !== undefined) document.amounts = amounts;
  if (disbursed !== undefined) document.disbursed = disbursed;
  if (invoiced !== undefined) document.invoiced = invoiced;
  const file = fileFrom(stream.field('paper'));
  if (file !== undefined) document.file = file;
  return document;
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
