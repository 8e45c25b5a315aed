import { useEffect, useState } from 'react';
import type { DialogProps } from './dialog-window.tsx';
import { lastFocus } from './last-focus.ts';
import { preloadable } from './preloadable.tsx';

/** No first screen shows a dialog: what draws one is fetched after it. */
export const dialogWindow = preloadable(() => import('./dialog-window.tsx'));

/** A dialog for as long as it is there; the focus goes back to where it was. */
export function Dialog(props: DialogProps) {
  const [before] = useState(lastFocus);
  useEffect(() => () => before?.focus(), [before]);
  return <dialogWindow.Component {...props} />;
}
