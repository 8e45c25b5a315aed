import { undeliveredReasonOf } from '../../shared/dossier/undelivered-reason.ts';
import type { Undelivered, UndeliveredPaper } from '../../shared/model/delivery.ts';
import type { Words } from '../i18n/index.ts';

/** Why a paper could not be had, in words for whoever receives the others. */
export function reasonText({ code }: Pick<UndeliveredPaper, 'code'>, { say }: Pick<Words, 'say'>): string {
  const reason = code === undefined ? 'not-downloaded' : undeliveredReasonOf(code);
  return say(`papers:lacking.reasons.${reason}`);
}

/** How many papers could not be had, and each of them with its reason, a line each; lines end in `end`. */
export function undeliveredText({ count, of, papers }: Undelivered, words: Words, end: string): string {
  const { say } = words;
  const untyped = say('papers:names.untyped');
  const lines = papers.map((paper) => {
    const dispatch = paper.number === '' ? '' : say('papers:lacking.ofDispatch', { number: paper.number });
    const name = [dispatch, paper.type || untyped, paper.folio].filter(Boolean).join(' ');
    return `  - ${say('papers:lacking.line', { paper: name, reason: reasonText(paper, words) })}`;
  });
  const more = count - papers.length;
  return [
    say('papers:lacking.count', { count, of }),
    ...lines,
    ...(more > 0 ? [`  - ${say('papers:lacking.more', { count: more })}`] : []),
    '',
  ].join(end);
}
