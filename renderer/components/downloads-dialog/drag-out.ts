import type { CallInput } from '../../../shared/contract.ts';
import { invoke } from '../../ipc/invoke-hooks.ts';

/** So many files are dragged at once at the most. */
export const maxDraggedFiles = 1000;

/**
 * Has main look up files that the pointer went down on, so that a drag of them begins in the turn in which it
 * is asked for.
 */
export function prepareDrag(files: CallInput<'handover.prepareDrag'>['files']): void {
  if (files.length === 0 || files.length > maxDraggedFiles) return;
  // What is wrong with them is said by the drag, which may never come.
  invoke('handover.prepareDrag', { files }).catch(() => undefined);
}
