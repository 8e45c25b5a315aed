import type { Label } from './labels.ts';
import { addAside, type LineState } from './line-state.ts';
import { readUnlabelled } from './read-unlabelled.ts';
import type { Token } from './token.ts';

/** Reads a phone number after its label: up to nine figures; what follows is no part of it. */
export function readPhone(line: LineState, token: Token): void {
  const list = line.list;
  let figures = '';
  let at = line.at;
  let last = token;
  for (; at < line.tokens.length; at++) {
    const one = line.tokens[at];
    if (
      !one ||
      (one.kind !== 'plain' &&
        one.kind !== 'phone' &&
        !(one.kind === 'joined' && figures === '') &&
        !/^[-() ]$/.test(one.text))
    )
      break;
    const own = one.kind === 'separator' ? '' : one.text.replaceAll(/\D/g, '');
    const limit = /^56/.test(figures || own) ? 11 : /^0/.test(figures || own) ? 10 : 9;
    if (figures.length + own.length > limit || (figures.length >= 7 && own.length > 4)) break;
    figures += own;
    if (own !== '') last = one;
    if (figures.length >= 8 && own !== '' && !(figures.length === 8 && figures.startsWith('9'))) {
      at++;
      break;
    }
  }
  line.list = undefined;
  if (figures.length < 7) readUnlabelled(line, token);
  else {
    addAside(line, 'phone', token, last, list?.from);
    while ((line.tokens[line.at]?.from ?? Number.POSITIVE_INFINITY) <= last.from) line.at++;
    behindPhone(line, list?.label);
  }
}

/** Reads the rest of a phone number: its extension, or the label of a second number. */
export function behindPhone(line: LineState, label: Label | undefined): void {
  const [first, second, third] = line.tokens.slice(line.at, line.at + 3);
  const number = second?.kind === 'separator' ? third : second;
  if (first && /^(?:anexo|anx|ext|extension)$/.test(first.folded) && number?.kind === 'plain') {
    if (number.text.length > 5) return;
    addAside(line, 'phone', first, number);
    line.at += number === second ? 2 : 3;
  } else if (label && first && /^(?:[-,/]|y|o|and|or)$/.test(first.folded) && second?.kind === 'plain') {
    if (!/^\d{8,9}$/.test(second.text)) return;
    line.list = { label, from: second.from, isBegun: false, hasMark: false, last: '' };
    line.at++;
  }
}
