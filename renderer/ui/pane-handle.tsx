import type { KeyboardEvent, PointerEvent } from 'react';
import styles from './pane-handle.module.css';

interface Props {
  label: string;
  /** Width in pixels of the pane that this resizes. */
  width: number;
  min: number;
  max: number;
  /** The side of the handle on which its pane is. */
  pane: 'before' | 'after';
  onResize: (width: number) => void;
}

const step = 16;

/** The separator between two panes: dragged, or moved with the arrow keys. */
export function PaneHandle({ label, width, min, max, pane, onResize }: Props) {
  const sign = pane === 'before' ? 1 : -1;
  function drag(event: PointerEvent<HTMLDivElement>) {
    if (event.button !== 0) return;
    event.preventDefault();
    const handle = event.currentTarget;
    const from = event.clientX;
    handle.setPointerCapture(event.pointerId);
    const move = (moved: globalThis.PointerEvent) => onResize(width + sign * (moved.clientX - from));
    const stop = () => {
      handle.removeEventListener('pointermove', move);
      handle.removeEventListener('pointerup', stop);
      handle.removeEventListener('pointercancel', stop);
    };
    handle.addEventListener('pointermove', move);
    handle.addEventListener('pointerup', stop);
    handle.addEventListener('pointercancel', stop);
  }
  function press(event: KeyboardEvent<HTMLDivElement>) {
    const steps: Partial<Record<string, number>> = { ArrowLeft: -step, ArrowRight: step };
    const by = steps[event.key];
    if (by === undefined) return;
    event.preventDefault();
    onResize(width + sign * by);
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a separator that can be moved has a value, which hr cannot have.
    <div
      className={styles.handle}
      data-pane={pane}
      role="separator"
      aria-orientation="vertical"
      aria-label={label}
      aria-valuenow={width}
      aria-valuemin={min}
      aria-valuemax={max}
      tabIndex={0}
      onPointerDown={drag}
      onKeyDown={press}
    />
  );
}
