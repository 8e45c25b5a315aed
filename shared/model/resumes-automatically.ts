import { ruleOf } from '../error-codes.ts';
import type { BatchState } from './download.ts';

/** Whether a paused batch resumes by itself, because its disk, folder, database or server is probed. */
export function resumesAutomatically({
  why,
  error,
}: Pick<Extract<BatchState, { kind: 'paused' }>, 'why' | 'error'>): boolean {
  switch (why) {
    case 'offline':
    case 'disk-full':
    case 'folder-gone':
      return true;
    case 'store-unwritable':
      return error === undefined || !ruleOf(error.code).isPersons;
    case 'person':
    case 'restart':
    case 'connection-refused':
      return false;
  }
}
