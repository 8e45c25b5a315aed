import {
  type CSSProperties,
  type MouseEvent,
  memo,
  type PointerEvent,
  type RefObject,
  useEffect,
  useRef,
} from 'react';
import { baselineOf, type TextTurn, turnOfText } from '../../../shared/recognized-line.ts';
import type { ShownWord } from './picture-words.ts';
import styles from './viewer.module.css';
import { caretAt, uprightPoint } from './word-at-point.ts';

interface Props {
  words: readonly ShownWord[];
  /** Pixels of the picture. */
  natural: { width: number; height: number };
  /** How far it is turned, clockwise. */
  quarters: number;
  /** Its size and turn on the screen. */
  style: CSSProperties;
}

/** The recognised words over a picture, to select and copy; the found ones are marked. */
export function PictureText({ words, natural, quarters, style }: Props) {
  const layer = useRef<HTMLDivElement>(null);
  const isSelecting = useRef(false);
  const turn = turnOfText(words, natural);
  const current = words.find(({ isCurrent }) => isCurrent)?.start;
  useEffect(() => {
    if (current === undefined) return;
    layer.current?.querySelector('[data-here]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [current]);
  useCopyText(layer);

  /** The text and its offset nearest to the pointer. */
  function caretOf({ clientX, clientY }: MouseEvent): [Node, number] | undefined {
    const element = layer.current;
    if (!element) return undefined;
    const { left, top, width, height } = element.getBoundingClientRect();
    const point = uprightPoint([(clientX - left) / width, (clientY - top) / height], quarters);
    const nearest = caretAt(point, { words, turn, ...natural });
    const text = nearest && element.children[nearest.word]?.firstChild;
    return text ? [text, nearest.letters] : undefined;
  }

  // Browsers select everything from a gap between words on. A second press selects a word, as everywhere.
  function beginSelection(event: MouseEvent<HTMLDivElement>) {
    const caret = caretOf(event);
    // Ctrl opens the menu of a Mac.
    isSelecting.current = event.button === 0 && event.detail === 1 && !event.ctrlKey && caret !== undefined;
    if (!isSelecting.current || !caret) return;
    event.preventDefault();
    if (!event.shiftKey || getSelection()?.rangeCount === 0) getSelection()?.collapse(...caret);
    else getSelection()?.extend(...caret);
    event.currentTarget.closest<HTMLElement>('[tabindex]')?.focus({ preventScroll: true });
  }
  function extendSelection(event: PointerEvent<HTMLDivElement>) {
    if (!isSelecting.current || !event.currentTarget.hasPointerCapture(event.pointerId)) return;
    const caret = caretOf(event);
    if (!caret) return;
    getSelection()?.extend(...caret);
    caret[0].parentElement?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: its text is selected, as on every page
    <div
      ref={layer}
      className={styles.words}
      style={style}
      onPointerDown={holdPointer}
      onPointerMove={extendSelection}
      onMouseDown={beginSelection}
    >
      <Words words={words} turn={turn} natural={natural} />
    </div>
  );
}

/** Moves over other elements belong to the selection, too. A finger scrolls. */
function holdPointer({ currentTarget, pointerId, pointerType }: PointerEvent<HTMLDivElement>): void {
  if (pointerType !== 'touch') currentTarget.setPointerCapture(pointerId);
}

/** Copies selected words alone: a browser would add their invisible style, and the picture. */
function useCopyText(layer: RefObject<HTMLDivElement | null>): void {
  useEffect(() => {
    function copy(event: ClipboardEvent) {
      const selection = getSelection();
      if (!layer.current || selection?.isCollapsed !== false) return;
      if (!selection.containsNode(layer.current, true)) return;
      event.preventDefault();
      event.clipboardData?.setData('text/plain', selection.toString().trim());
    }
    // Where everything is selected, the copy begins above the layer.
    document.addEventListener('copy', copy);
    return () => document.removeEventListener('copy', copy);
  }, [layer]);
}

/** Zooming and turning a picture leave them as they are. */
const Words = memo(function Words({
  words,
  turn,
  natural,
}: Pick<Props, 'words' | 'natural'> & { turn: TextTurn }) {
  return words.map(({ start, text, box, endsLine, isFound, isCurrent }) => (
    <span
      key={start}
      style={stretchOver(box, text, turn, natural)}
      {...(isFound && { role: 'mark', 'data-found': '' })}
      {...(isCurrent && { 'data-here': '' })}
    >
      {`${text}${endsLine ? '\n' : ' '}`}
    </span>
  ));
});

/** The text of a word stretched over its box, in fractions of the layer: it keeps its place at each zoom. */
function stretchOver(
  box: ShownWord['box'],
  text: string,
  turn: TextTurn,
  { width, height }: Props['natural'],
): CSSProperties {
  const { start, end, top } = baselineOf(box, turn);
  const isLying = turn === 90 || turn === 270;
  const long = Math.hypot((end[0] - start[0]) * width, (end[1] - start[1]) * height);
  const high = Math.hypot((top[0] - start[0]) * width, (top[1] - start[1]) * height);
  const ems = widthInEms(text);
  return {
    left: `${top[0] * 100}%`,
    top: `${top[1] * 100}%`,
    width: `${ems}em`,
    fontSize: `${(high / (isLying ? width : height)) * 100}${isLying ? 'cqw' : 'cqh'}`,
    transform: `rotate(${turn}deg) scaleX(${long / (high * ems)})`,
  };
}

let measuring: OffscreenCanvasRenderingContext2D | null | undefined;

function widthInEms(text: string): number {
  measuring ??= new OffscreenCanvas(1, 1).getContext('2d');
  if (!measuring) return text.length / 2;
  measuring.font = '100px sans-serif';
  return Math.max(measuring.measureText(text).width / 100, 0.1);
}
