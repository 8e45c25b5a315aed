import { useEffect, useImperativeHandle, useMemo, useRef, useState } from 'react';
import { slicesOf } from '../../../shared/slices-of.ts';
import { foldKeepingLength } from '../../../shared/without-accents.ts';
import { findInText, type Match, steppedIndex } from './find-in-text.ts';
import { prettyXml } from './pretty-xml.ts';
import {
  type FindText,
  type FindWay,
  useReportState,
  type ViewProps,
  type ViewState,
} from './view-handle.ts';
import styles from './viewer.module.css';
import { steppedPercent } from './zoom-steps.ts';

interface Props extends ViewProps {
  text: string;
  /** Prose, which wraps at the window's width. */
  isProse?: boolean;
}

/** Lines laid out as one block: invisible blocks cost nothing. */
const linesOfBlock = 200;
/**
 * Multiple of the font size; an invisible block has exactly the height of its lines, so that nothing moves
 * when it is rendered.
 */
const lineHeight = 1.5;
const maxMatches = 5_000;
/** Names of the highlights in the style sheet. */
const foundMark = 'paper-found';
const foundHereMark = 'paper-found-here';

/** A text, XML with one element a line: zoom changes the font size; the text can be searched and copied. */
export default function TextView({ text, isProse = false, handle, scroller, onState }: Props) {
  const shown = useMemo(() => (isProse ? text : (prettyXml(text) ?? text)), [text, isProse]);
  const blocks = useMemo(() => blocksOf(shown), [shown]);
  const [percent, setPercent] = useState(100);
  const [found, setFound] = useState<ViewState['found']>();
  const search = useRef<{ folded?: string; text: FindText; matches: readonly Match[]; at: number }>(
    undefined,
  );
  const container = useRef<HTMLDivElement>(null);

  function find(query: FindText, way: FindWay) {
    const before = search.current;
    const folded = before?.folded ?? foldKeepingLength(shown);
    const isSame = before?.text === query && way !== 'typed';
    const matches = isSame ? before.matches : findInText(folded, query, maxMatches);
    const at = isSame ? steppedIndex(before.at, matches.length, way) : 0;
    search.current = { folded, text: query, matches, at };
    setFound(query === '' ? undefined : { at: matches.length === 0 ? 0 : at + 1, of: matches.length });
    if (container.current) mark(container.current, blocks, matches, at, scroller.current);
  }
  useImperativeHandle(handle, () => ({
    zoom: (action) =>
      setPercent((now) => (action === 'in' || action === 'out' ? steppedPercent(now, action) : 100)),
    turn: () => undefined,
    find,
  }));
  useEffect(
    () => () => {
      CSS.highlights.delete(foundMark);
      CSS.highlights.delete(foundHereMark);
    },
    [],
  );
  useReportState(onState, { abilities, percent, ...(found && { found }) });

  return (
    <div
      ref={container}
      className={isProse ? `${styles.text} ${styles.prose}` : styles.text}
      style={{ fontSize: `calc(var(--text) * ${percent / 100})` }}
    >
      {blocks.map(({ start, text: chunk, lines }) => (
        <pre key={start} style={{ containIntrinsicBlockSize: `${lines * lineHeight}em` }}>
          {chunk}
        </pre>
      ))}
    </div>
  );
}

const abilities = ['zoom', 'find'] as const;

/** A block of the text, and its offset. */
interface Block {
  start: number;
  text: string;
  lines: number;
}

function blocksOf(text: string): Block[] {
  const lines = text.split('\n');
  const blocks: Block[] = [];
  let start = 0;
  for (const chunk of slicesOf(lines, linesOfBlock)) {
    const joined = chunk.join('\n');
    blocks.push({ start, text: joined, lines: chunk.length });
    start += joined.length + 1;
  }
  return blocks;
}

/**
 * Marks matches with the browser's custom highlights, which change no element, and scrolls to the current
 * one.
 */
function mark(
  parent: HTMLElement,
  blocks: readonly Block[],
  matches: readonly Match[],
  at: number,
  scroller: HTMLElement | null,
): void {
  const all = new Highlight();
  const current = new Highlight();
  let block = 0;
  matches.forEach(({ start, end }, index) => {
    while ((blocks[block + 1]?.start ?? Number.POSITIVE_INFINITY) <= start) block++;
    const chunk = blocks[block];
    const node = parent.children[block]?.firstChild;
    if (!chunk || !node) return;
    const range = new Range();
    range.setStart(node, start - chunk.start);
    range.setEnd(node, Math.min(end - chunk.start, chunk.text.length));
    all.add(range);
    if (index !== at) return;
    current.add(range);
    reveal(range, scroller);
  });
  CSS.highlights.set(foundMark, all);
  CSS.highlights.set(foundHereMark, current);
}

function reveal(range: Range, scroller: HTMLElement | null): void {
  if (!scroller) return;
  const frame = scroller.getBoundingClientRect();
  const { top, bottom } = range.getBoundingClientRect();
  if (top >= frame.top && bottom <= frame.bottom) return;
  scroller.scrollTop += top - frame.top - frame.height / 3;
}
