import { type KeyboardEvent, useState } from 'react';
import { fitWidth, type ZoomAct, zoomActOf, zoomed } from './zoom.ts';

/** How large a paper is shown, and the keys that change it for whatever holds the paper. */
export function useZoom() {
  const [zoom, setZoom] = useState(fitWidth);
  const onZoom = (act: ZoomAct) => setZoom(zoomed(zoom, act));
  function onKeyDown(event: KeyboardEvent) {
    const act = zoomActOf(event);
    if (act) onZoom(act);
  }
  return { zooming: { zoom, onZoom }, onKeyDown };
}
