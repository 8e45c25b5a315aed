import { foldKeepingLength } from '../../../shared/without-accents.ts';
import { countWords, weekdayNames } from './calendar-ranges.ts';
import type { Span } from './line-state.ts';

const weekday = `(?:${weekdayNames.join('|')})`;
const article = '(?:(?:el|la|los|las|the|este|esta|dia) ){0,2}';
const period = '(?:dias?|semanas?|meses|mes|anos?|trimestres?|quincenas?|days?|weeks?|months?|years?)';
const next = '(?:proxim[oa]s?|siguientes?|entrantes?|que viene|next|following)';

/** `hasta el viernes`, `hace dos meses`, `la próxima semana`: days that may be those of a deadline, too. */
const unclear = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:${[
    `(?:hasta|desde|antes de(?:l)?|until|till|since|before|by) ${article}(?:${next} )?(?:${weekday}|${period})(?: ${next})?`,
    `(?:de )?hace (?:como |unos |unas )?(?:\\d{1,3}|una|${countWords.join('|')}) ${period}`,
    `(?:${article})(?:${next} ${period}|${period} ${next})`,
    `${weekday} (?:al?|hasta|to|through|-) ${article}${weekday}`,
  ].join('|')})(?![\\p{L}\\p{N}])`,
  'u',
);

/** Where a text speaks of days without saying which, so that it sets none. */
export function unclearDaysIn(text: string): Span | undefined {
  const found = unclear.exec(foldKeepingLength(text));
  return found ? { from: found.index, to: found.index + found[0].length } : undefined;
}
