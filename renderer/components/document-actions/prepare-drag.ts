import type { CallInput } from '../../../shared/contract.ts';
import { invoke } from '../../ipc/invoke-hooks.ts';

/** Maximum number of files in one drag. */
export const maxDraggedFiles = 1000;

/** Has main look up files on pointer down, so that a drag can start synchronously. */
export function prepareDrag(files: CallInput<'deliveries.prepareDrag'>['files']): void {
  if (files.length === 0 || files.length > maxDraggedFiles) return;
  // The drag reports the error, if it happens at all.
  invoke('deliveries.prepareDrag', { files }).catch(() => undefined);
}
