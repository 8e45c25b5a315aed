import { isDay } from '../../../shared/model/dates.ts';
import { joining } from './labels.ts';
import { addAside, addNumber, type LineState } from './line-state.ts';
import { candidate, isList, kindOfForm, numberOf } from './number-forms.ts';
import { completed, containerOf, figuresIn } from './numbers.ts';
import type { Token } from './tokenize.ts';

/** Reads a number that has no label, by its form. */
export function readUnlabelled(line: LineState, token: Token): void {
  const { kind, from, to } = token;
  const text = kind === 'plain' || kind === 'declaration' ? numberOf(token) : token.text;
  line.at++;
  const own = kindOfForm(token);
  if (own) addNumber(line, own, containerOf(text) ?? text, text, from, to);
  else if (kind === 'plain' && text.length <= 2) readShort(line, token);
  else if (kind === 'plain' && text.length === 3 && completedBefore(line, token) !== undefined)
    readShort(line, token);
  else if (kind === 'plain' && /^(?:19|20)\d\d$/.test(text))
    line.parts.push({ kind: 'aside', as: 'year', text, from, to });
  else if (kind === 'plain' && /^56[29]\d{8}$/.test(text)) addAside(line, 'phone', token, token);
  else if (kind === 'plain' && isDayOf(line, text)) addAside(line, 'date', token, token);
  else if (kind === 'plain' && (text.length === 10 || text.length === 11))
    addNumber(line, 'declaration', text, text, from, to);
  else if (kind === 'joined' && /^\d{1,2}(?:[/-]\d{1,2})+$/.test(text)) addAside(line, 'short', token, token);
  else if (kind === 'joined' && isList(text)) addUnlabelled(line, token);
  else if (kind === 'mixed' && figuresIn(text) < 3 && text.length < 6) addAside(line, 'short', token, token);
  else line.parts.push(candidate(token));
}

/** Whether eight figures behind `fecha` are a day: `20261012`. */
function isDayOf(line: LineState, text: string): boolean {
  const before = line.tokens.slice(Math.max(0, line.at - 4), line.at - 1);
  return (
    /^20\d{6}$/.test(text) &&
    isDay(`${text.slice(0, 4)}-${text.slice(4, 6)}-${text.slice(6)}`) &&
    before.some(({ folded }) => /^(?:fecha|date|eta|etd|ata|atd|dia|vencimiento|vence)$/.test(folded))
  );
}

/** One figure or two: the end of the number before them, else nothing that is asked. */
function readShort(line: LineState, token: Token): void {
  const number = completedBefore(line, token);
  if (number === undefined) addAside(line, 'short', token, token);
  else line.parts.push({ kind: 'candidate', number, from: token.from, to: token.to, form: 'plain' });
}

/** The number that two figures or three end, behind the whole one before them: `410931, 32 y 33`. */
function completedBefore(line: LineState, token: Token): string | undefined {
  const before = line.parts.findLast(({ kind }) => kind !== 'word');
  if (before?.kind !== 'candidate' || token.text.length < 2) return undefined;
  const between = line.text.slice(before.to, token.from);
  const next = line.tokens[line.at];
  const isEnd = next?.kind !== 'word' || joining.has(next.folded);
  return isEnd && /^(?=.*[^ ])(?:[ ,/;&+-]|(?<= )(?:y|e|and)(?= ))+$/.test(between)
    ? completed(token.text, before.number)
    : undefined;
}

function addUnlabelled(line: LineState, { text, from, to }: Token): void {
  let last = '';
  for (const one of text.split(/[-/]/)) {
    const number = completed(one, last) ?? one;
    line.parts.push({ kind: 'candidate', number, from, to, form: 'plain' });
    last = number;
  }
}
