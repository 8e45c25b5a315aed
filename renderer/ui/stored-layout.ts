import { createContext, use, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import type { ArrangedColumns, Layout, Settings } from '../../shared/model/settings.ts';

/** A part of the window that can be hidden. */
type Pane = Layout['hidden'][number];

/** The window's layout and its setters; changes are saved with a delay. */
interface LayoutState {
  layout: Layout;
  /** The window is too narrow for panes next to the list: one at a time overlays it. */
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
  if (!state) throw new Error('useLayout outside the app window');
  return state;
}

/** A function that shows the inspector if it is hidden. */
export function useShowInspector(): () => void {
  const { isShown, toggle } = useLayout();
  return () => {
    if (!isShown('inspector')) toggle('inspector');
  };
}

/** Minimum and maximum width of a pane in pixels, as the settings allow. */
export const paneLimits = { rail: { min: 140, max: 400 }, inspector: { min: 280, max: 900 } } as const;

/** A pane's width within its limits, in whole pixels. */
function withinLimits(pane: 'rail' | 'inspector', width: number): number {
  const { min, max } = paneLimits[pane];
  return Math.round(Math.min(max, Math.max(min, width)));
}

const quietMs = 600;

/**
 * The layout's state, restored on start and saved with a delay, together with the open saved search, which
 * opens again on the next start. The object is stable while the layout is unchanged, because all of the
 * window renders from it.
 */
export function useLayoutState(
  stored: Layout,
  isNarrow: boolean,
  save: (change: Partial<Settings>) => Promise<void>,
  savedId?: string,
): LayoutState {
  const [layout, setLayout] = useState(stored);
  const [over, setOver] = useState<Pane>();
  const saveNow = useEffectEvent(save);
  const seen = useRef({ layout, savedId: stored.savedId });
  useEffect(() => {
    if (seen.current.layout === layout && seen.current.savedId === savedId) return;
    seen.current = { layout, savedId };
    const timer = setTimeout(() => {
      // A failed save costs nothing now; the settings screen shows why changes fail.
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
 * Width in pixels below which panes overlay the list: 150 percent on a small laptop leaves 910, too few for
 * three of them.
 */
export const narrowBelow = 1000;

/**
 * Minimum pixels of the list next to panes: the narrowest window minus the widest sidebar and the narrowest
 * inspector.
 */
export const minMainPx = narrowBelow - paneLimits.rail.max - paneLimits.inspector.min;
