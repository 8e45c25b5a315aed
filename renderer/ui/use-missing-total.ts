import type { CallOutput } from '../../shared/contract.ts';
import { useInvokeQuery } from '../ipc/invoke-hooks.ts';
import { useIdle } from './idle.ts';

/** Minimum age before all stored documents are counted again. */
export const countedAgainMs = 60_000;

/**
 * The counts of all missing documents, once the page is idle: counting them takes a second or more of CPU in
 * a large database. All who show them share one count.
 */
export function useMissingTotal(): CallOutput<'dossier.gaps'> | undefined {
  const everything = { scope: {}, offset: 0, limit: 1 };
  return useInvokeQuery('dossier.gaps', everything, { staleTime: countedAgainMs, enabled: useIdle() }).data;
}
