import { type PointerEvent, useRef } from 'react';
import { type Arrangement, widen } from './arrangement.ts';
import styles from './grid-header.module.css';

interface Props {
  id: string;
  arrangement: Arrangement;
  onArrange: (arrangement: Arrangement) => void;
  /** Has the column as wide as it comes. */
  onLeave: () => void;
}

/** Pixels that a hand moves in a double click: they pull nothing. */
const slack = 3;

/** The edge of a column's head: pulled, it makes the column wider. */
export function ColumnEdge({ id, arrangement, onArrange, onLeave }: Props) {
  const pulled = useRef<{ from: number; width: number; arrangement: Arrangement; isFar: boolean }>(undefined);

  function take(event: PointerEvent<HTMLElement>) {
    event.stopPropagation();
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    const seen = asSeen(event.currentTarget, arrangement, id);
    pulled.current = { from: event.clientX, width: seen.widths[id] ?? 0, arrangement: seen, isFar: false };
  }

  function pull(event: PointerEvent) {
    const { current } = pulled;
    if (!current) return;
    const by = event.clientX - current.from;
    current.isFar ||= Math.abs(by) >= slack;
    if (current.isFar) onArrange(widen(current.arrangement, id, current.width + by));
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the same is done by Shift and the arrow keys on the head.
    <span
      className={styles.edge}
      draggable
      onDragStart={(event) => {
        event.preventDefault();
        event.stopPropagation();
      }}
      onPointerDown={take}
      onPointerMove={pull}
      onLostPointerCapture={() => {
        pulled.current = undefined;
      }}
      onDoubleClick={onLeave}
    />
  );
}

/** The arrangement with the columns up to this one as wide as they are seen: what a person sets is all that then changes before the edge. */
export function asSeen(within: Element, arrangement: Arrangement, id: string): Arrangement {
  const heads = [...(within.closest('tr')?.querySelectorAll<HTMLElement>('th[data-column]') ?? [])];
  const last = heads.findIndex(({ dataset }) => dataset['column'] === id);
  return heads
    .slice(0, last + 1)
    .reduce((seen, head) => widen(seen, head.dataset['column'] ?? id, head.offsetWidth), arrangement);
}
