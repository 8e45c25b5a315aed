import { listExport } from '../lists/list-export.ts';
import { call } from './define-call.ts';

/** Calls that save a visible list. */
export const listsCalls = {
  /** Saves a list at a path that the person selects; undefined if they cancelled. */
  'list.save': call<{ path: string } | undefined>()(listExport),
} as const;
