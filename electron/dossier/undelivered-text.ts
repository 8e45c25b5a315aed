import { undeliveredReasonOf } from '../../shared/dossier/undelivered-reason.ts';
import type { Undelivered, UndeliveredDocument } from '../../shared/model/delivery.ts';
import type { Words } from '../i18n/index.ts';

/** Why a document could not be had, in words for whoever receives the others. */
export function reasonText({ code }: Pick<UndeliveredDocument, 'code'>, { say }: Pick<Words, 'say'>): string {
  const reason = code === undefined ? 'not-downloaded' : undeliveredReasonOf(code);
  return say(`papers:lacking.reasons.${reason}`);
}

/** How many documents could not be had, and each of them with its reason, a line each; lines end in `end`. */
export function undeliveredText(
  { count, of, papers: documents }: Undelivered,
  words: Words,
  end: string,
): string {
  const { say } = words;
  const untyped = say('papers:names.untyped');
  const lines = documents.map((document) => {
    const dispatch =
      document.number === '' ? '' : say('papers:lacking.ofDispatch', { number: document.number });
    const name = [dispatch, document.type || untyped, document.folio].filter(Boolean).join(' ');
    return `  - ${say('papers:lacking.line', { document: name, reason: reasonText(document, words) })}`;
  });
  const more = count - documents.length;
  return [
    say('papers:lacking.count', { count, of }),
    ...lines,
    ...(more > 0 ? [`  - ${say('papers:lacking.more', { count: more })}`] : []),
    '',
  ].join(end);
}
