import { readCarrier } from './compound-numbers.ts';
import { belonging, fillers, joining, type Label, labelAt, rutLabel } from './labels.ts';
import {
  addAside,
  addNumber,
  hasNumber,
  isJoined,
  type LineState,
  pushWord,
  type ReadLine,
} from './line-state.ts';
import { readRut } from './named-clients.ts';
import { isKind } from './numbers.ts';
import { readLabelled } from './read-labelled.ts';
import { readNumber, skipOrdinal } from './read-number.ts';
import { behindPhone } from './read-phone.ts';
import { figuresIn, type Token } from './token.ts';
import { tokenize } from './tokenize.ts';

/**
 * Parses a line or a cell by labels and number forms. `above` is the label of the line above or of the
 * column, `last` the number before.
 */
export function readLine(text: string, above?: Label, last = ''): ReadLine {
  const line: LineState = {
    text,
    tokens: tokenize(text),
    elements: [],
    ranges: [],
    types: new Set(),
    at: 0,
    outer: undefined,
    isInBrackets: false,
    list: above && { label: above, from: 0, isBegun: true, hasMark: true, last },
  };
  if (!line.list && codeAlone.test(line.text) && !labelAt(line.tokens, 0)) {
    const number = /^[\d ]+$/.test(line.text) ? line.text.replace(' ', '') : line.text;
    addNumber(line, 'any', number, line.text, 0, line.text.length);
    line.at = line.tokens.length;
  } else if (isRutApart(line.text)) {
    line.elements.push({
      kind: 'rut',
      text: line.text.replace(' ', '-'),
      from: 0,
      to: line.text.length,
      isLabelled: true,
    });
    line.at = line.tokens.length;
  } else line.at = skipOrdinal(line);
  while (line.at < line.tokens.length) readToken(line);
  const { label, isBegun, isOfDispatches, last: end = '' } = line.list ?? {};
  return {
    open: label && isBegun && !isOfDispatches ? { label, last: end } : undefined,
    text: line.text,
    elements: line.elements,
    ranges: line.ranges,
    pending:
      label && !isBegun && label.as !== 'phone' && !hasNumber(line) && line.types.size < 2
        ? label
        : undefined,
  };
}

function readToken(line: LineState): void {
  const token = line.tokens[line.at];
  if (!token) return;
  switch (token.kind) {
    case 'word':
      readWord(line, token);
      return;
    case 'separator':
      if (/[!?¿¡]/.test(token.text)) line.list = undefined;
      if (/[!?¿¡.;]/.test(token.text)) line.outer = undefined;
      readBracket(line, token);
      if (line.list?.label.as === 'transport' && token.text === ':') line.list.hasMark = true;
      line.at++;
      return;
    case 'mark':
      if (line.list) line.list.hasMark = true;
      line.at++;
      return;
    case 'plain':
    case 'dotted':
    case 'mixed':
    case 'joined':
    case 'declaration':
    case 'transport':
    case 'container':
    case 'wrong-container':
      readNumber(line, token);
      return;
    case 'rut':
    case 'wrong-rut':
      readRutToken(line, token);
      return;
    case 'no-day':
      line.elements.push({ kind: 'uncertain', from: token.from, to: token.to, isOwn: true });
      line.at++;
      return;
    case 'phone':
      // `Factura 0001-00012345` begins like a foreign phone number.
      if (line.list?.label.as === 'folio' && !line.list.isBegun && token.text.startsWith('00')) {
        readLabelled(line, token, line.list);
        return;
      }
      if (isLabelledAsNumber(line, token)) {
        readNumber(line, { ...token, kind: 'joined' });
        return;
      }
      addAside(line, 'phone', token, token, line.list?.label.as === 'phone' ? line.list.from : token.from);
      line.at++;
      behindPhone(line, line.list?.label);
      return;
    case 'rounded':
      line.elements.push({ kind: 'uncertain', from: token.from, to: token.to });
      line.at++;
      return;
    default:
      addAside(
        line,
        token.kind,
        token,
        token,
        line.list?.label.as === token.kind ? line.list.from : token.from,
      );
      line.at++;
  }
}

/** Whether figures with hyphens like those of a phone stand behind a label of documents: `OC 09-12345678`. */
function isLabelledAsNumber({ list }: LineState, { text }: Token): boolean {
  return (
    list !== undefined &&
    groupedFigures.test(text) &&
    isKind(list.label.as) &&
    (!list.isBegun || groupedFigures.test(list.last))
  );
}

const groupedFigures = /^(?:09[ -]\d{8}|\d{1,3}(?:-\d)?-\d{7,8}|\d{3}-\d{4} \d{4})$/;

/** Remembers the list that a bracket interrupts. */
function readBracket(line: LineState, { text, from }: Token): void {
  if (/^[([]$/.test(text)) {
    line.isInBrackets = true;
    if (line.list?.isBegun) line.outer = line.list;
  } else if (/^[)\]]$/.test(text)) {
    line.isInBrackets = false;
    // `410931 (OC 452599), 410932`: a list in brackets behind a number ends with them.
    const open = Math.max(line.text.lastIndexOf('(', from), line.text.lastIndexOf('[', from));
    const isWithin = line.list !== undefined && line.list.from > open;
    if (isWithin && !line.outer && line.elements.some((one) => one.kind === 'candidate' && one.to <= open))
      line.list = undefined;
  }
}

function readWord(line: LineState, token: Token): void {
  const found = /^r\.?u\.?[tn]$/.test(token.folded) ? undefined : labelAt(line.tokens, line.at);
  const { folded } = token;
  if (found && !(line.list && !line.list.isBegun && folded === 'cont')) {
    // `referencia OC 452599` has one label of two words.
    const { label: above, isBegun = true, from = 0 } = line.list ?? {};
    const continuesLabel =
      !isBegun &&
      above !== undefined &&
      isKind(above.as) &&
      (!above.isTypeToo || above.as === found.label.as) &&
      !isJoined(line);
    const label = dispatchLabelBefore(line, found.label);
    line.list = {
      label: label ?? found.label,
      from: continuesLabel ? from : token.from,
      hasMark: false,
      last: '',
      // The word before the numbers is a type, and no part of them.
      isBegun: label !== undefined,
    };
    const isOfList = found.label.as === 'dispatch' && belonging.has(line.tokens[line.at - 1]?.folded ?? '');
    if (!line.isInBrackets && !isOfList) line.outer = undefined;
    // `facturas` and `factura` are one, `factura y NC` are two.
    if (found.label.isTypeToo)
      line.types = new Set([...line.types, found.label.text.toLowerCase().replace(/s$/, '')]);
    pushLabel(line, line.tokens.slice(line.at, line.at + found.count));
    line.at += found.count;
    return;
  }
  if (readCarrier(line, token)) return;
  // A ship's name may come between `nave` and its voyage, an authority between `resolución` and its number.
  const mayHaveName =
    line.list?.label.as === 'travel' || (line.list?.label.as === 'law' && !line.list.isBegun);
  if (mayHaveName && /^\p{Lu}+$/u.test(token.text)) {
    pushWord(line, token);
    line.at++;
    return;
  }
  const isBelonging = belonging.has(folded);
  // `factura del 410931` is the invoice of the dispatch; only joining words continue a list.
  // `IVA del 410931` is what that dispatch pays.
  const { label } = line.list ?? {};
  const isOfNext =
    folded === 'del' &&
    label !== undefined &&
    (label.isTypeToo || isOfDispatch(label) || (label.as === 'reference' && line.list?.isBegun === true));
  const keeps =
    (joining.has(folded) && !isOfNext) ||
    fillers.has(folded) ||
    (isBelonging && !isOfNext && line.list?.label.isTypeToo === false);
  if (!keeps || (line.list?.isBegun && !joining.has(folded) && !fillers.has(folded))) {
    // `Factura 4512 de Acme y 4513`: words interrupt a list, as brackets do.
    if (line.list?.isBegun && isKind(line.list.label.as) && !line.isInBrackets) line.outer = line.list;
    line.list = undefined;
  }
  pushWord(line, token);
  line.at++;
}

/** Whether what a label names is told of a dispatch: an amount, a quantity, an official letter. */
function isOfDispatch({ as }: Label): boolean {
  return as === 'amount' || as === 'quantity' || as === 'law';
}

/**
 * The dispatch label before the type that the dispatches lack: `despachos pendientes de factura: 410931`,
 * `despachos sin BL`.
 */
function dispatchLabelBefore(line: LineState, { isTypeToo }: Label): Label | undefined {
  const before = line.tokens.slice(0, line.at);
  const end = before.findLastIndex(({ kind }) => kind !== 'word') + 1;
  const words = before.slice(end).map(({ folded }) => folded);
  const index = words.findIndex((word) => /^(?:despachos|carpetas|dispatches)$/.test(word));
  const isMissing = words
    .slice(index + 1)
    .some((word) => /^(?:sin|pend|falt|without|missing|lack)/.test(word));
  return isTypeToo && index >= 0 && isMissing ? labelAt(before, end + index)?.label : undefined;
}

/** Adds the words of a label; single letters become one word, as in `B/L`. */
function pushLabel(line: LineState, tokens: readonly Token[]): void {
  const words = tokens.filter(({ kind }) => kind === 'word');
  const [first] = words;
  const last = words.at(-1);
  if (first && last && words.length > 1 && words.every(({ text }) => text.length === 1)) {
    const folded = words.map((word) => word.folded).join('');
    line.elements.push({ kind: 'word', folded, from: first.from, to: last.to });
  } else for (const word of words) pushWord(line, word);
}

function readRutToken(line: LineState, token: Token): void {
  const begin = Math.max(0, line.at - 9);
  const before = line.text.slice(line.tokens[begin]?.from ?? 0, token.from);
  const label = rutLabel.exec(before)?.[0];
  const isLabelled = label !== undefined;
  const from = token.from - (label?.length ?? 0);
  const isOfLabel =
    line.list && ['dispatch', 'folio', 'reference', 'transport', 'declaration'].includes(line.list.label.as);
  // No client has a RUT of six figures: `410.931-5` is a dispatch with its check digit.
  const isShort = figuresIn(token.text) < 8;
  const isDotted = token.text.includes('.');
  const isRight = readRut(token.text)?.digitIsRight === true;
  // `N° Cliente: 76086428-5` is the client itself.
  const isOfClient = isRight && /cliente$/i.test(line.list?.label.text ?? '');
  const mayBeNumber = isDotted ? (isOfLabel || isShort) && !isRight : isOfLabel && !isOfClient;
  if (token.kind === 'rut' && mayBeNumber && !isLabelled) {
    readNumber(
      line,
      isDotted && isShort ? { ...token, kind: 'joined', text: token.text.replace('.', '') } : token,
    );
    return;
  }
  line.elements.push({
    kind: 'rut',
    text: token.text,
    from,
    to: token.to,
    isLabelled,
    ...(token.kind === 'wrong-rut' && { isWrong: true }),
  });
  line.at++;
}

/** Whether the whole line is a RUT with a blank for its hyphen and a right check digit: `76086428 5`. */
function isRutApart(text: string): boolean {
  return /^[1-9]\d{6,7} [\dk]$/i.test(text) && readRut(text.replace(' ', '-'))?.digitIsRight === true;
}

/**
 * A code in capitals with blanks or a dot that fills the line: `EXP 77 A`, `D.77`; no office or
 * kilometre, and no label.
 */
const codeAlone =
  /^(?!(?:OFI?C?|KM|DV|SRA?|NR?O?|RE|FW|RUT|T|M|C|F|UF|ETA|ETD|Q|TGR|SAG|ISP|BCO)[ .-])\p{Lu}{1,3}[ .]\d{1,6}(?: \p{Lu}{1,2})?$|^\d{3} \d{3}$/u;
