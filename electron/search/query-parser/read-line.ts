import { isDay } from '../../../shared/model/dates.ts';
import type { AsideKind } from '../../../shared/model/search.ts';
import { readRut } from './clients.ts';
import { belonging, fillers, joining, type Label, labelAt, rangeWords, units } from './labels.ts';
import {
  completed,
  containerOf,
  containerWithDigit,
  expandRange,
  figuresIn,
  type NumberKind,
  withoutThousands,
} from './numbers.ts';
import { type Token, tokenize } from './tokenize.ts';

type CandidateForm = 'plain' | 'mixed' | 'dotted';

/** A part of a line, as it is read before it is known how the numbers of the text look. */
export type Part =
  /** A number of which a label, its form or its list tells what it is. */
  | {
      kind: 'number';
      as: NumberKind;
      number: string;
      text: string;
      from: number;
      to: number;
      isWhole?: boolean;
    }
  /** A number without a label: one of a dispatch, where it looks like the others. */
  | { kind: 'candidate'; number: string; from: number; to: number; form: CandidateForm; isYear?: boolean }
  | { kind: 'rut'; text: string; from: number; to: number; isLabelled: boolean; isWrong?: boolean }
  | { kind: 'aside'; as: AsideKind; text: string; from: number; to: number }
  /** Figures that are no number of anything, and are told. */
  | { kind: 'doubt'; from: number; to: number }
  | { kind: 'word'; folded: string; from: number; to: number };

export interface ReadLine {
  text: string;
  parts: readonly Part[];
  /** First and last of each range, whose numbers stand among the parts. */
  ranges: readonly { first: string; last: string; isTooLong: boolean }[];
  /** The label of the list that the line ends with, and its last number. */
  open: { label: Label; last: string } | undefined;
  /** The label that the line ends with, and so that of the lines below it. */
  pending: Label | undefined;
}

/** The list that a label begins: whether it has a number yet, whether a mark stands before it, and the number before. */
interface List {
  label: Label;
  from: number;
  isBegun: boolean;
  hasMark: boolean;
  last: string;
}

/** Prefixes of carriers, which begin the numbers of their bills of lading. */
const carriers = new Set(
  'maeu msku medu mscu hlcu cmdu oolu cosu oney eglv evgl ymlu ymja zimu sudu hdmu aplu anlc whlc hlxu nyks molu kkfu pilu smlm cclu csav blpl mscx safm sealand ones nykl cosco tlrs dhlc dsvf expd kkft'.split(
    ' ',
  ),
);

/** Reads a line, or a cell, by the labels and the forms of what has figures in it. `label` is that of the line above or of the column. */
export function readLine(text: string, label?: Label): ReadLine {
  return new LineReader(text, label).read();
}

class LineReader {
  readonly #text: string;
  readonly #tokens: readonly Token[];
  readonly #parts: Part[] = [];
  readonly #ranges: { first: string; last: string; isTooLong: boolean }[] = [];
  #list: List | undefined;
  #at = 0;

  constructor(text: string, label: Label | undefined) {
    this.#text = text;
    this.#tokens = tokenize(text);
    if (label) this.#list = { label, from: 0, isBegun: true, hasMark: true, last: '' };
  }

  read(): ReadLine {
    if (!this.#list && codeAlone.test(this.#text)) {
      const number = /^[\d ]+$/.test(this.#text) ? this.#text.replace(' ', '') : this.#text;
      this.#add('any', number, this.#text, 0, this.#text.length);
      this.#at = this.#tokens.length;
    } else if (isRutApart(this.#text)) {
      this.#parts.push({
        kind: 'rut',
        text: this.#text.replace(' ', '-'),
        from: 0,
        to: this.#text.length,
        isLabelled: true,
      });
      this.#at = this.#tokens.length;
    } else this.#at = this.#ordinal();
    while (this.#at < this.#tokens.length) this.#step();
    const { label, isBegun, last = '' } = this.#list ?? {};
    return {
      open: label && isBegun ? { label, last } : undefined,
      text: this.#text,
      parts: this.#parts,
      ranges: this.#ranges,
      pending: label && !isBegun && label.as !== 'phone' && !this.#hasNumber() ? label : undefined,
    };
  }

  /** The point of a numbered list, `1.-` or `(2)`, that something stands behind. */
  #ordinal(): number {
    const marks = this.#tokens[0]?.kind === 'mark' ? 1 : 0;
    const [first, second, third] = this.#tokens.slice(marks);
    const isOpen = first?.text === '(' || first?.text === '[';
    const [figure, close] = isOpen ? [second, third] : [first, second];
    const isShort = figure?.kind === 'plain' ? figure.text.length <= 3 : /^[a-z]$/.test(figure?.folded ?? '');
    const isClosed =
      close !== undefined && (figure?.kind === 'plain' ? /^[.)\]:°_-]$/ : /^[)\]]$/).test(close.text);
    if (!figure || !isShort || !isClosed || (close.from !== figure.to && figure.kind !== 'plain')) {
      return this.#bareOrdinal();
    }
    let after = marks + (isOpen ? 3 : 2);
    while (/^[.)\]:°-]$/.test(this.#tokens[after]?.text ?? '')) after++;
    if (after >= this.#tokens.length && figure.kind !== 'plain') return 0;
    if (figure.kind === 'plain')
      this.#aside('ordinal', this.#tokens[0] ?? figure, this.#tokens[after - 1] ?? close);
    return after;
  }

  /** `1 410931`, `1/3 410931`: a small number at the beginning and a whole one right behind it, and nothing that joins them. */
  #bareOrdinal(): number {
    const marks = this.#tokens[0]?.kind === 'mark' ? 1 : 0;
    const [first, second, third] = this.#tokens.slice(marks);
    const isSmall = first !== undefined && /^(?:\d{1,3}|\d{1,2}\/\d{1,2})$/.test(first.text);
    const isNext = second?.kind === 'plain' && second.text.length >= 5 && third?.kind !== 'plain';
    if (!first || !isSmall || !isNext || this.#list?.label.as === 'phone') return 0;
    this.#aside('ordinal', first, first);
    return marks + 1;
  }

  #aside(as: AsideKind, first: Token, last: Token, from = first.from): void {
    this.#parts.push({ kind: 'aside', as, text: this.#text.slice(from, last.to), from, to: last.to });
  }

  #step(): void {
    const token = this.#tokens[this.#at];
    if (!token) return;
    switch (token.kind) {
      case 'word':
        this.#word(token);
        return;
      case 'separator':
        if (/[!?¿¡]/.test(token.text)) this.#list = undefined;
        if (this.#list?.label.as === 'transport' && token.text === ':') this.#list.hasMark = true;
        this.#at++;
        return;
      case 'mark':
        if (this.#list) this.#list.hasMark = true;
        this.#at++;
        return;
      case 'plain':
      case 'dotted':
      case 'mixed':
      case 'joined':
      case 'declaration':
      case 'transport':
      case 'container':
        this.#number(token);
        return;
      case 'rut':
      case 'wrong-rut':
        this.#rut(token);
        return;
      default:
        this.#aside(
          token.kind,
          token,
          token,
          this.#list?.label.as === token.kind ? this.#list.from : token.from,
        );
        this.#at++;
        if (token.kind === 'phone') this.#behindPhone(this.#list?.label);
    }
  }

  #word(token: Token): void {
    const found = /^r\.?u\.?[tn]$/.test(token.folded) ? undefined : labelAt(this.#tokens, this.#at);
    const { folded } = token;
    if (found && !(this.#list && !this.#list.isBegun && folded === 'cont')) {
      // `referencia OC 452599` has one label, of two words for it.
      const { label: above, isBegun = true, from = 0 } = this.#list ?? {};
      const goesOn =
        !isBegun && above !== undefined && isKind(above.as) && !above.isTypeToo && !this.#isJoined();
      this.#list = {
        label: found.label,
        from: goesOn ? from : token.from,
        isBegun: false,
        hasMark: false,
        last: '',
      };
      this.#pushLabel(this.#tokens.slice(this.#at, this.#at + found.count));
      this.#at += found.count;
      return;
    }
    if (this.#carrier(token)) return;
    // A ship's name stands between its word and its voyage.
    if (this.#list?.label.as === 'travel' && /^\p{Lu}+$/u.test(token.text)) {
      this.#push(token);
      this.#at++;
      return;
    }
    const isBelonging = belonging.has(folded);
    const keeps =
      joining.has(folded) || fillers.has(folded) || (isBelonging && this.#list?.label.isTypeToo === false);
    // `facturas de 410931` are those of the dispatch; a list goes on behind what joins alone.
    if (!keeps || (this.#list?.isBegun && !joining.has(folded) && !fillers.has(folded)))
      this.#list = undefined;
    this.#push(token);
    this.#at++;
  }

  /** The words of a label; its single letters are one, as in `B/L`. */
  #pushLabel(tokens: readonly Token[]): void {
    const words = tokens.filter(({ kind }) => kind === 'word');
    const [first] = words;
    const last = words.at(-1);
    if (first && last && words.length > 1 && words.every(({ text }) => text.length === 1)) {
      const folded = words.map((word) => word.folded).join('');
      this.#parts.push({ kind: 'word', folded, from: first.from, to: last.to });
    } else for (const word of words) this.#push(word);
  }

  #isJoined(): boolean {
    return /^(?:y|e|o|u|and|or|[,;/&+])$/.test(this.#tokens[this.#at - 1]?.folded ?? '');
  }

  /** A carrier's four letters and figures apart from them, `MEDU 1234-5`, behind their label or by themselves. Gives whether there are some. */
  #carrier({ text, folded, from }: Token): boolean {
    const next = this.#tokens[this.#at + 1];
    const isNumber = (next?.kind === 'plain' || next?.kind === 'joined') && figuresIn(next.text) >= 4;
    const isLabelled = this.#list?.label.as === 'transport';
    const isAlone = this.#tokens.length === 2;
    if (!next || !isNumber || !/^[A-Z]{4}$/.test(text) || !(isLabelled || isAlone || carriers.has(folded)))
      return false;
    const begin = isLabelled && !this.#list?.isBegun ? (this.#list?.from ?? from) : from;
    this.#add('transport', this.#text.slice(from, next.to), this.#text.slice(begin, next.to), begin, next.to);
    this.#begun(next.text);
    this.#at += 2;
    return true;
  }

  #push({ folded, from, to }: Token): void {
    this.#parts.push({ kind: 'word', folded, from, to });
  }

  #rut(token: Token): void {
    const begin = Math.max(0, this.#at - 9);
    const before = this.#text.slice(this.#tokens[begin]?.from ?? 0, token.from);
    const label = labelOfRut.exec(before)?.[0];
    const isLabelled = label !== undefined;
    const from = token.from - (label?.length ?? 0);
    const isOfLabel =
      this.#list &&
      !token.text.includes('.') &&
      ['dispatch', 'folio', 'reference', 'transport', 'declaration'].includes(this.#list.label.as);
    if (token.kind === 'rut' && isOfLabel && !isLabelled) {
      this.#number(token);
      return;
    }
    this.#parts.push({
      ...{ kind: 'rut', text: token.text, from, to: token.to, isLabelled },
      ...(token.kind === 'wrong-rut' && { isWrong: true }),
    });
    this.#at++;
  }

  #number(token: Token): void {
    if (this.#isQuantity(token)) {
      const unit = this.#tokens[this.#at + 1] ?? token;
      // `3 facturas` counts papers, and the word may yet name a type or be a label.
      const isLabel = labelOfPapers(this.#tokens, this.#at + 1);
      this.#aside('quantity', token, isLabel ? token : unit);
      this.#at += isLabel ? 1 : 2;
      return;
    }
    if (this.#isOrdinalWithin(token)) {
      this.#aside('ordinal', token, token);
      this.#at++;
      return;
    }
    if (this.#range(token)) return;
    if (this.#list) this.#labelled(token, this.#list);
    else this.#unlabelled(token);
  }

  /** Whether a small number counts what follows it in a list within a line: `2. 411954`, `Despacho 1: 411953`. */
  #isOrdinalWithin({ kind, text, to }: Token): boolean {
    const [mark, next, after] = this.#tokens.slice(this.#at + 1, this.#at + 4);
    if (kind !== 'plain' || text.length > 2 || mark?.from !== to || !/^[.):]$/.test(mark.text)) return false;
    const number = /^[.)-]$/.test(next?.text ?? '') ? after : next;
    return number !== undefined && number.kind !== 'word' && figuresIn(number.text) > 3;
  }

  /** Whether figures count what stands behind them; six figures are no count of papers. */
  #isQuantity({ kind, text }: Token): boolean {
    const next = this.#tokens[this.#at + 1];
    if ((kind !== 'plain' && kind !== 'dotted') || (next?.kind !== 'word' && next?.kind !== 'mixed'))
      return false;
    const isHard = hardUnits.test(next.folded);
    if (isHard && this.#isLabelOfNext(text)) return false;
    return isHard || (units.has(next.folded) && figuresIn(text) <= 4);
  }

  /** Whether the word behind a number counts the figures behind itself: `411953 kilos 18500`, `411953 bultos: 1200`. */
  #isLabelOfNext(text: string): boolean {
    const [mark, behind] = this.#tokens.slice(this.#at + 2, this.#at + 4);
    const number = mark?.text === ':' ? behind : mark;
    if (!number || !isNumber(number)) return false;
    return mark?.text === ':' || (figuresIn(text) >= 6 && figuresIn(number.text) < figuresIn(text));
  }

  /** A range of numbers from this one on, `410931 al 410940`, `410931-410940`. Gives whether there is one. */
  #range(token: Token): boolean {
    const joined = token.kind === 'joined' ? token.text.split('-') : [];
    const [first = '', last = ''] = joined;
    if (joined.length === 2 && /^\d{5,}$/.test(first) && /^\d+$/.test(last)) {
      const isCut = last.length < first.length;
      if (
        !isCut ||
        (last.length > 1 && last.length < 4 && Number(expandRange(first, last)?.length) <= maxOfCutRange)
      ) {
        return this.#addRange(first, last, token, token, 1);
      }
    }
    const between = this.#tokens[this.#at + 1];
    const isDotted = between?.text === '.' && this.#tokens[this.#at + 2]?.text === '.';
    let at = this.#at + (between?.text === '-' && this.#tokens[this.#at + 2]?.text === '>' ? 3 : 2);
    while (at < this.#at + 6 && isFillerOfRange(this.#tokens[at])) at++;
    const end = this.#tokens[at];
    if (!between || !end || !isNumber(token) || !isNumber(end)) return false;
    const isJoined = rangeWords.has(between.folded) || between.text === '-' || isDotted;
    const isBetween = between.folded === 'y' && this.#isBehindEntre();
    const unit = this.#tokens[at + 1];
    const isCounted = unit?.kind === 'word' && units.has(unit.folded) && figuresIn(end.text) <= 4;
    if ((!isJoined && !isBetween) || isCounted) return false;
    return this.#addRange(numberOf(token), numberOf(end), token, end, at - this.#at + 1);
  }

  #isBehindEntre(): boolean {
    const before = this.#tokens.slice(Math.max(0, this.#at - 4), this.#at).map(({ folded }) => folded);
    return before.includes('entre') || before.includes('between');
  }

  #addRange(first: string, last: string, from: Token, to: Token, count: number): boolean {
    const as = this.#list?.label.as ?? 'any';
    const isShort = figuresIn(first) < 5 && (this.#list === undefined || figuresIn(first) < 3);
    const numbers = isShort || !isKind(as) ? undefined : expandRange(first, last);
    if (!numbers || !isKind(as)) return false;
    const isTooLong = numbers === 'too-long';
    const end = isTooLong ? last : (numbers.at(-1) ?? last);
    // Two that follow one another are two.
    if (isTooLong || numbers.length > 2) this.#ranges.push({ first, last: end, isTooLong });
    const begin = this.#list && !this.#list.isBegun ? this.#list.from : from.from;
    const named = as === 'reference' && this.#list ? `${label(this.#list)} ` : '';
    for (const number of isTooLong ? [first, last] : numbers)
      this.#add(as, number, `${named}${number}`, begin, to.to);
    this.#begun(end);
    this.#at += count;
    return true;
  }

  #begun(last: string): void {
    if (!this.#list) return;
    this.#list.isBegun = true;
    this.#list.last = last;
  }

  #add(as: NumberKind, number: string, text: string, from: number, to: number): void {
    this.#parts.push({ kind: 'number', as, number, text, from, to });
  }

  #labelled(token: Token, list: List): void {
    const { label } = list;
    if (label.as === 'phone') this.#phone(token);
    else if (!isKind(label.as)) {
      if (list.isBegun && list.last !== '' && !this.#isJoined()) {
        this.#list = undefined;
        this.#unlabelled(token);
        return;
      }
      this.#aside(label.as, token, token, list.isBegun ? token.from : list.from);
      this.#begun(token.text);
      this.#at++;
    } else this.#ofKind(token, list, label.as);
  }

  #ofKind(token: Token, list: List, as: NumberKind): void {
    const from = list.isBegun ? token.from : list.from;
    const number = numberOf(token);
    const short = this.#completedBy(token, list);
    const ownKind = kindOfForm(token);
    const waybill = as === 'transport' ? this.#waybill() : undefined;
    if (waybill) {
      this.#add(
        as,
        this.#text.slice(token.from, waybill.to),
        this.#text.slice(from, waybill.to),
        from,
        waybill.to,
      );
      this.#at = this.#tokens.indexOf(waybill);
    } else if (as === 'container' && containerWithDigit(token.text) !== undefined) {
      this.#add(as, containerWithDigit(token.text) ?? number, token.text, from, token.to);
    } else if (as === 'dispatch' && this.#isYear(token, list))
      this.#parts.push({ ...candidate(token), isYear: true });
    else if (ownKind !== undefined && ownKind !== as && (as !== 'reference' || list.isBegun)) {
      this.#add(ownKind, containerOf(token.text) ?? number, token.text, token.from, token.to);
    } else if (short !== undefined)
      this.#add(as, short, as === 'reference' ? `${label(list)} ${short}` : short, from, token.to);
    else if (token.kind === 'joined' && isListOf(as, token.text)) this.#addJoined(token, list, as);
    else if (this.#isOfType(token, list)) this.#parts.push(candidate(token));
    else if (as !== 'dispatch' && as !== 'folio' && as !== 'reference' && figuresIn(token.text) <= 2)
      this.#aside('short', token, token);
    else if (!isPossible(as, token)) this.#parts.push({ kind: 'doubt', from: token.from, to: token.to });
    else {
      const written = this.#text.slice(from, token.to).replace(/^[\s(]+/, '');
      const text = as === 'reference' ? `${label(list)} ${number}`.trim() : written;
      this.#add(as, as === 'container' ? (containerOf(token.text) ?? number) : number, text, from, token.to);
    }
    this.#begun(short ?? number);
    this.#at++;
  }

  /** Figures that stand for the end of a number, behind the whole one before them: `410931, 32 y 33`. */
  #completedBy({ kind, text }: Token, { last, label: { isPlural } }: List): string | undefined {
    if (kind !== 'plain' || (text.length === 1 && !isPlural)) return undefined;
    const next = this.#tokens[this.#at + 1];
    if (next?.kind === 'word' && !joining.has(next.folded)) return undefined;
    if (next?.folded === 'mas') return undefined;
    return completed(text, last);
  }

  #hasNumber(): boolean {
    return this.#parts.some(({ kind }) => kind === 'number' || kind === 'candidate');
  }

  /** Whether the label is that of a type, and the number that of a dispatch: `BL 410905`, `facturas 410905`. */
  #isOfType(token: Token, { label: one, isBegun, hasMark }: List): boolean {
    const figures = figuresIn(token.text);
    // `411955 (CRT 123456)` has its dispatch.
    if (one.as === 'transport' && this.#hasNumber()) return false;
    if (!one.isTypeToo || hasMark || isBegun || (token.kind !== 'plain' && token.kind !== 'dotted'))
      return false;
    if (one.as === 'declaration') return figures < 7;
    if (one.as === 'transport') return figures <= 6;
    const next = this.#tokens.slice(this.#at + 1, this.#at + 3).some(isNumber);
    return one.isPlural && figures >= 5 && figures <= 8 && !next;
  }

  /** The last part of an air waybill with blanks, `045 1234 5675`, behind its label. */
  #waybill(): Token | undefined {
    const parts = this.#tokens.slice(this.#at, this.#at + 3);
    const lengths = parts.map(({ kind, text }) => (kind === 'plain' ? text.length : 0)).join(' ');
    if (lengths.startsWith('3 8')) return parts[1];
    return lengths === '3 4 4' ? parts[2] : undefined;
  }

  /** Whether four figures behind `despachos`, or behind a number of another length, are a year: `Despachos 2026`. */
  #isYear({ kind, text }: Token, { label, isBegun, hasMark, last }: List): boolean {
    if (kind !== 'plain' || !/^(?:19|20)\d\d$/.test(text) || hasMark) return false;
    return isBegun ? last.length > 4 && !this.#isJoined() : label.isPlural;
  }

  #addJoined(token: Token, list: List, as: NumberKind): void {
    let last = '';
    const from = list.isBegun ? token.from : list.from;
    for (const one of token.text.split(/[-/]/)) {
      const number = completed(one, last) ?? one;
      this.#add(as, number, as === 'reference' ? `${label(list)} ${number}` : number, from, token.to);
      last = number;
    }
    this.#begun(last);
  }

  /** A telephone takes the figures behind its word as far as there are nine; what stands behind them is no part of it. */
  #phone(token: Token): void {
    const list = this.#list;
    let figures = '';
    let at = this.#at;
    let last = token;
    for (; at < this.#tokens.length; at++) {
      const one = this.#tokens[at];
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
    this.#list = undefined;
    if (figures.length < 7) this.#unlabelled(token);
    else {
      this.#aside('phone', token, last, list?.from);
      while ((this.#tokens[this.#at]?.from ?? Number.POSITIVE_INFINITY) <= last.from) this.#at++;
      this.#behindPhone(list?.label);
    }
  }

  /** What goes on behind a telephone: its extension, or a second one that a mark joins. */
  #behindPhone(label: Label | undefined): void {
    const [first, second, third] = this.#tokens.slice(this.#at, this.#at + 3);
    const number = second?.kind === 'separator' ? third : second;
    if (first && /^(?:anexo|anx|ext|extension)$/.test(first.folded) && number?.kind === 'plain') {
      if (number.text.length > 5) return;
      this.#aside('phone', first, number);
      this.#at += number === second ? 2 : 3;
    } else if (label && first && /^(?:[-,/]|y|o|and|or)$/.test(first.folded) && second?.kind === 'plain') {
      if (!/^\d{8,9}$/.test(second.text)) return;
      this.#list = { label, from: second.from, isBegun: false, hasMark: false, last: '' };
      this.#at++;
    }
  }

  #unlabelled(token: Token): void {
    const { kind, from, to } = token;
    const text = kind === 'plain' || kind === 'declaration' ? numberOf(token) : token.text;
    this.#at++;
    const own = kindOfForm(token);
    if (own) this.#add(own, containerOf(text) ?? text, text, from, to);
    else if (kind === 'plain' && text.length <= 2) this.#short(token);
    else if (kind === 'plain' && text.length === 3 && this.#completes(token) !== undefined)
      this.#short(token);
    else if (kind === 'plain' && /^(?:19|20)\d\d$/.test(text))
      this.#parts.push({ kind: 'aside', as: 'year', text, from, to });
    else if (kind === 'plain' && /^56[29]\d{8}$/.test(text)) this.#aside('phone', token, token);
    else if (kind === 'plain' && this.#isDayOf(text)) this.#aside('date', token, token);
    else if (kind === 'plain' && (text.length === 10 || text.length === 11))
      this.#add('declaration', text, text, from, to);
    else if (kind === 'joined' && /^\d{1,2}(?:[/-]\d{1,2})+$/.test(text)) this.#aside('short', token, token);
    else if (kind === 'joined' && isList(text)) this.#addUnlabelled(token);
    else if (kind === 'mixed' && figuresIn(text) < 3 && text.length < 6) this.#aside('short', token, token);
    else this.#parts.push(candidate(token));
  }

  /** Whether eight figures behind `fecha` are a day: `20261012`. */
  #isDayOf(text: string): boolean {
    const before = this.#tokens.slice(Math.max(0, this.#at - 4), this.#at - 1);
    return (
      /^20\d{6}$/.test(text) &&
      isDay(`${text.slice(0, 4)}-${text.slice(4, 6)}-${text.slice(6)}`) &&
      before.some(({ folded }) => /^(?:fecha|date|eta|etd|ata|atd|dia|vencimiento|vence)$/.test(folded))
    );
  }

  /** One figure or two: the end of the number before them, else nothing that is asked. */
  #short(token: Token): void {
    const number = this.#completes(token);
    if (number === undefined) this.#aside('short', token, token);
    else this.#parts.push({ kind: 'candidate', number, from: token.from, to: token.to, form: 'plain' });
  }

  /** The number that two figures or three end, behind the whole one before them: `410931, 32 y 33`. */
  #completes(token: Token): string | undefined {
    const before = this.#parts.findLast(({ kind }) => kind !== 'word');
    if (before?.kind !== 'candidate' || token.text.length < 2) return undefined;
    const between = this.#text.slice(before.to, token.from);
    const next = this.#tokens[this.#at];
    const isEnd = next?.kind !== 'word' || joining.has(next.folded);
    return isEnd && /^(?=.*[^ ])(?:[ ,/;&+-]|(?<= )(?:y|e|and)(?= ))+$/.test(between)
      ? completed(token.text, before.number)
      : undefined;
  }

  #addUnlabelled({ text, from, to }: Token): void {
    let last = '';
    for (const one of text.split(/[-/]/)) {
      const number = completed(one, last) ?? one;
      this.#parts.push({ kind: 'candidate', number, from, to, form: 'plain' });
      last = number;
    }
  }
}

/** Whether a blank stands for the hyphen of a RUT that is all a line says, and its digit is right: `76086428 5`. */
function isRutApart(text: string): boolean {
  return /^[1-9]\d{6,7} [\dk]$/i.test(text) && readRut(text.replace(' ', '-'))?.digitIsRight === true;
}

/** What is counted by figures of any length. */
const hardUnits =
  /^(?:kilos?|kgs?|bultos?|cajas?|pallets?|palets?|cartones|carton|m3|cbm|ton|tons|toneladas?|lts?|litros?|sacos?|tambores|piezas?|pcs|unidades|unids?|uds|botellas|bolsas|rollos|planchas|packages?|pkgs|cartons|boxes|units)$/;

/** Whether a word of papers stands at a place: `facturas`, `despachos`. */
function labelOfPapers(tokens: readonly Token[], at: number): boolean {
  const as = labelAt(tokens, at)?.label.as;
  return as !== undefined && isKind(as) && as !== 'container';
}

/** Whether figures that a mark joins are several numbers: whole ones, or ends of the first; folios of one length. A check digit is none. */
function isListOf(as: NumberKind, text: string): boolean {
  if (as === 'declaration' && /^\d+-\d$/.test(text)) return false;
  return /^\d{5,}(?:[-/]\d+)+$/.test(text) || (as === 'folio' && /^\d{4}(?:\/\d{4})+$/.test(text));
}

/** A number in capitals with blanks or a dot in it that is all that a line says: `EXP 77 A`, `D.77`; no office, page or kilometre. */
const codeAlone =
  /^(?!(?:OFI?C?|KM|CP|DV|ART|PAG|SRA?|TEL|CEL|FAX|DPTO|NR?O?|RE|FW|RUT|T|M|C|F|OC|PO|REF|DIN|DUS|BL|AWB|CRT|FAC|INV|NC|ND|GD|DL|DS|DFL|HS|ISO|MIC|UF|KB|KN|ETA|ETD|TC|Q)[ .-])\p{Lu}{1,3}[ .]\d{1,6}(?: \p{Lu}{1,2})?$|^\d{3} \d{3}$/u;
/** `RUT`, `R.U.T. N°:`, `rut del cliente`, right before one. */
const labelOfRut =
  /\br\.? ?u\.? ?[tn]\.? ?(?:(?:n°|n|no|nro|n[uú]mero|del?|cliente|importador|exportador|consignatario|proveedor|empresa)[.:]? ?){0,3}[:.°-]? ?$/i;
const maxOfCutRange = 50;

/** What may stand before the end of a range: `hasta el N° 410940`. */
function isFillerOfRange(token: Token | undefined): boolean {
  return (
    token?.kind === 'mark' ||
    token?.text === '.' ||
    /^(?:el|la|los|despacho|numero|n)$/.test(token?.folded ?? '')
  );
}

function label({ label: { text } }: List): string {
  return text.replace(/(?<![.:])[.:]+$/, '');
}

function isNumber(token: Token): boolean {
  return token.kind === 'plain' || token.kind === 'dotted' || token.kind === 'mixed';
}

function numberOf({ text, kind }: Token): string {
  if (kind === 'declaration') return text.replaceAll(/[ .]/g, '');
  return kind === 'dotted' ? withoutThousands(text) : kind === 'plain' ? text.replace(/[.,]0+$/, '') : text;
}

function candidate(token: Token): Extract<Part, { kind: 'candidate' }> {
  const form = token.kind === 'plain' || token.kind === 'dotted' ? token.kind : 'mixed';
  return { kind: 'candidate', number: numberOf(token), from: token.from, to: token.to, form };
}

/** Plain numbers of one length, or cut short behind the first, that a mark joins: several. */
function isList(text: string): boolean {
  const [first = '', ...others] = text.split(/[-/]/);
  if (first.length < 5) return false;
  const isSame = others.every(({ length }) => length === first.length);
  return (
    isSame ||
    (text.includes('/') && others.every((one) => one.length < 4 && completed(one, first) !== undefined))
  );
}

const kinds: ReadonlySet<string> = new Set<NumberKind>([
  ...(['any', 'dispatch', 'declaration', 'reference', 'transport', 'folio', 'container'] as const),
]);

function isKind(as: NumberKind | AsideKind): as is NumberKind {
  return kinds.has(as);
}

/** What a number is by its form alone. */
function kindOfForm({ kind, text, folded }: Token): NumberKind | undefined {
  if (kind === 'declaration' || kind === 'transport' || kind === 'container') return kind;
  if (kind !== 'mixed') return undefined;
  if (/^(?:o\.?c|p\.?o|ref|nv)[-._]?\d/.test(folded)) return 'reference';
  if (/^(?:fac|fact|factura|inv|folio)[-._]?\d{3,}/.test(folded)) return 'folio';
  const isOfCarrier =
    carriers.has(folded.slice(0, 4)) && figuresIn(text) >= 5 && !/^[a-z]{3}[ujz]\d{7}$/.test(folded);
  return isOfCarrier ? 'transport' : undefined;
}

/** Whether a number may be what its label says: nothing of two figures is a dispatch, and a container has its check digit. */
function isPossible(as: NumberKind, { text }: Token): boolean {
  if (as === 'dispatch') return figuresIn(text) > 2;
  return as !== 'container' || containerOf(text) !== undefined;
}
