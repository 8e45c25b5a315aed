import { openedDialog } from '../../ui/opened-dialog.tsx';
import type { PendingDispatches } from './delivery-selection.ts';

const dialog = openedDialog<PendingDispatches>(() => import('./merge-when-fetched-dialog.tsx'));

/** Has everything inside able to make PDFs of what is being asked for. */
export const MergeWhenFetched = dialog.Within;

/** The way from a query to one PDF of each dispatch that it finds. */
export const useMergeWhenFetched = dialog.useOpen;
