import { cleanPasted } from '../../../shared/model/rut.ts';

/** A number without its thousands mark; more than seven figures may be a RUT, and stay unchanged. */
export function withoutThousands(text: string): string {
  return /^\d{1,3}[., ]\d{3}$|^\d\.\d{3}\.\d{3}$/.test(text) ? text.replace(/[., ]/g, '') : text;
}

/** A number without its label, note and thousands mark: an argument of the terminal. */
export function bareNumber(text: string): string {
  const cleaned = cleanPasted(text);
  const bare = cleaned
    .replace(leading, '')
    .replace(/^\(?([^()]*)(?:\([^()]*\)|(?=\)|$))[).,:;!?]*$/, (whole, inner) =>
      /\d/.test(inner) ? inner : whole,
    )
    .replace(/(?<![-.,:;!? ])[-.,:;!? ]+$/, '');
  return /\d/.test(bare) ? withoutThousands(bare) : cleaned;
}

const leading =
  /^(?:(?:despachos?|desp|dispatch(?:es)?|carpetas?|din|dus)(?:\.:|[.:-])? ?)?(?:(?:n°|n\.o|n[.:]|no|nro|num|numero|número|number)[°.:]{0,2} ?|# ?)?(?=.*\d)/i;
