import { figuresIn } from './figures-in.ts';
import { labelAt, units } from './labels.ts';
import type { LineState } from './line-state.ts';
import { isKind } from './number-kind.ts';
import type { Token } from './token.ts';
import { isNumber } from './token-number.ts';

/** Whether figures count what follows; six figures never count documents. */
export function isQuantity(line: LineState, { kind, text }: Token): boolean {
  const next = line.tokens[line.at + 1];
  if ((kind !== 'plain' && kind !== 'dotted') || (next?.kind !== 'word' && next?.kind !== 'mixed'))
    return false;
  const isHard = hardUnits.test(next.folded);
  if (isHard && isLabelOfNext(line, text)) return false;
  return isHard || (units.has(next.folded) && figuresIn(text) <= 4) || isCountOfDocuments(line, text);
}

/** Whether one or two figures count documents, whose own numbers do not follow: `2 facturas y 3 BL`. */
function isCountOfDocuments({ tokens, at }: LineState, text: string): boolean {
  const found = text.length <= 2 ? labelAt(tokens, at + 1) : undefined;
  const next = found && tokens[at + 1 + found.count];
  return (
    found?.label.isTypeToo === true && (next === undefined || (next.kind !== 'mark' && !/\d/.test(next.text)))
  );
}

/**
 * Whether the word after a number labels the figures after it: `411953 kilos 18500`, `411953 bultos: 1200`.
 */
function isLabelOfNext(line: LineState, text: string): boolean {
  const [mark, behind] = line.tokens.slice(line.at + 2, line.at + 4);
  const number = mark?.text === ':' ? behind : mark;
  if (!number || !isNumber(number)) return false;
  return mark?.text === ':' || (figuresIn(text) >= 6 && figuresIn(number.text) < figuresIn(text));
}

/** Units of figures of any length. */
const hardUnits =
  /^(?:kilos?|kgs?|bultos?|bto?s|cajas?|pallets?|palets?|cartones|carton|m3|cbm|ton|tons|toneladas?|lts?|litros?|sacos?|tambores|piezas?|pcs|unidades|unids?|uds|botellas|bolsas|rollos|planchas|packages?|pkgs|cartons|boxes|units)$/;

/** Whether a label of documents is at an index: `facturas`, `despachos`. */
export function labelOfDocuments(tokens: readonly Token[], at: number): boolean {
  const as = labelAt(tokens, at)?.label.as;
  return as !== undefined && isKind(as) && as !== 'container';
}
