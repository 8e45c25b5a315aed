import { createContext, use, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import type { ArrangedColumns, Layout, Settings } from '../../shared/model/settings.ts';

/** A part of the window that can be hidden. */
export type Pane = Layout['hidden'][number];

/** How the window is laid out, and the ways to change it; changes are kept a moment after the last one. */
export interface LayoutState {
  layout: Layout;
  /** The window is too narrow for panes beside the list: one at a time lies over it. */
  isNarrow: boolean;
  isShown(pane: Pane): boolean;
  toggle(pane: Pane): void;
  resize(pane: 'rail' | 'inspector', width: number): void;
  arrange(list: string, columns: ArrangedColumns): void;
}

export const LayoutContext = createContext<LayoutState | undefined>(undefined);

/** The window's layout. Throws outside the app. */
export function useLayout(): LayoutState {
  const state = use(LayoutContext);
  if (!state) throw new Error('useLayout outside the desk');
  return state;
}

/** Pixels that a pane's width may have, as the settings allow. */
export const paneLimits = { rail: { min: 140, max: 400 }, inspector: { min: 280, max: 900 } } as const;

/** A pane's width within its limits, whole pixels. */
function withinLimits(pane: 'rail' | 'inspector', width: number): number {
  const { min, max } = paneLimits[pane];
  return Math.round(Math.min(max, Math.max(min, width)));
}

const quietMs = 600;

/**
 * The layout's state: begins as it was left, and is kept by `keep` once nothing has moved for a moment, with
 * the saved search that is open, with which the window opens the next time. It stays the same while the
 * window looks the same: all that is drawn by it would be drawn anew.
 */
export function useLayoutState(
  kept: Layout,
  isNarrow: boolean,
  save: (change: Partial<Settings>) => Promise<void>,
  savedId?: string,
): LayoutState {
  const [layout, setLayout] = useState(kept);
  const [over, setOver] = useState<Pane>();
  const saveNow = useEffectEvent(save);
  const seen = useRef({ layout, savedId: kept.savedId });
  useEffect(() => {
    if (seen.current.layout === layout && seen.current.savedId === savedId) return;
    seen.current = { layout, savedId };
    const timer = setTimeout(() => {
      // A layout that cannot be kept costs a person nothing now; the settings screen shows why changes fail.
      saveNow({ layout: { ...layout, savedId } }).catch(() => undefined);
    }, quietMs);
    return () => clearTimeout(timer);
  }, [layout, savedId]);
  return useMemo(
    () => ({
      layout,
      isNarrow,
      isShown: (pane) => (isNarrow && pane !== 'shelf' ? over === pane : !layout.hidden.includes(pane)),
      toggle: (pane) => {
        if (isNarrow && pane !== 'shelf') setOver(over === pane ? undefined : pane);
        else setLayout((now) => ({ ...now, hidden: turned(now.hidden, pane) }));
      },
      resize: (pane, width) => setLayout((now) => ({ ...now, [`${pane}Width`]: withinLimits(pane, width) })),
      arrange: (list, columns) =>
        setLayout((now) => ({ ...now, columns: { ...now.columns, [list]: columns } })),
    }),
    [layout, isNarrow, over],
  );
}

function turned(hidden: readonly Pane[], pane: Pane): Pane[] {
  return hidden.includes(pane) ? hidden.filter((each) => each !== pane) : [...hidden, pane];
}

/**
 * Pixels under which panes lie over the list: 150 percent on a small laptop leaves 910, too few for three of
 * them.
 */
export const narrowBelow = 1000;

/**
 * Pixels that panes beside the list leave it at the least: what the narrowest window has beside a sidebar as
 * wide, and an inspector as narrow, as they get.
 */
export const minMainPx = narrowBelow - paneLimits.rail.max - paneLimits.inspector.min;
