import { listExport } from '../model/list-export.ts';
import { call } from './call.ts';

/** Calls that save what is shown. */
export const listsCalls = {
  /** Saves a list where the person chooses; undefined when they changed their mind. */
  'list.save': call<{ path: string } | undefined>()(listExport),
} as const;
