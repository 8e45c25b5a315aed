import { openedDialog } from '../../ui/opened-dialog.tsx';
import type { AskedDispatches } from './meant.ts';

const dialog = openedDialog<AskedDispatches>(() => import('./merge-asked-dialog.tsx'));

/** Has everything inside able to make PDFs of what is being asked for. */
export const MergeAsked = dialog.Within;

/** The way from a question to one PDF of each dispatch that it finds. */
export const useMergeAsked = dialog.useOpen;
