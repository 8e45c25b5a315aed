import { useEffect, useState } from 'react';
import { rememberFocus } from './last-focus.ts';
import type { DialogProps } from './modal-dialog.tsx';
import { preloadable } from './preloadable.tsx';

/** No first screen shows a dialog: its module loads afterwards. */
export const modalDialog = preloadable(() => import('./modal-dialog.tsx'));

/** A dialog; when it unmounts, the focus returns to where it was. */
export function Dialog(props: DialogProps) {
  const [giveBack] = useState(rememberFocus);
  useEffect(() => giveBack, [giveBack]);
  return <modalDialog.Component {...props} />;
}
