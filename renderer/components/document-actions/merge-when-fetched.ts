import { openedDialog } from '../../ui/opened-dialog.tsx';
import type { PendingDispatches } from './delivery-selection.ts';

const dialog = openedDialog<PendingDispatches>(() => import('./merge-when-fetched-dialog.tsx'));

/** Provides the merge dialog for pending dispatches to its children. */
export const MergeWhenFetched = dialog.Within;

/** Opens the dialog that makes one PDF of each dispatch that a query finds. */
export const useMergeWhenFetched = dialog.useOpen;
