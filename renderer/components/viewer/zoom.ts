/** How large a paper is shown, times the width of its pane. */
const zooms = [0.5, 0.75, 1, 1.25, 1.5, 2, 3, 4] as const;

/** As wide as the pane. */
export const fitWidth = 1;

export type ZoomAct = 'in' | 'out' | 'fit';

/** The zoom after an act; at either end it stays. */
export function zoomed(zoom: number, act: ZoomAct): number {
  if (act === 'fit') return fitWidth;
  const next = act === 'in' ? zooms.find((each) => each > zoom) : zooms.findLast((each) => each < zoom);
  return next ?? zoom;
}

/** What a key means to a paper; undefined where it means nothing, and with Ctrl and the like, which zoom the window. */
export function zoomActOf(pressed: {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
}): ZoomAct | undefined {
  if (pressed.ctrlKey || pressed.metaKey || pressed.altKey) return undefined;
  if (pressed.key === '+') return 'in';
  if (pressed.key === '-') return 'out';
  return pressed.key === '0' ? 'fit' : undefined;
}
