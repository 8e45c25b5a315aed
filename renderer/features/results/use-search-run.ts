import type { AppError } from '../../../shared/errors.ts';
import type { SearchProgress } from '../../../shared/model/search.ts';
import { useInvokeQuery } from '../../ipc/invoke-hooks.ts';

/** The search run of a result, as far as it has come. */
export interface SearchRunState {
  /** Undefined until loaded; `error` says why it could not be. */
  progress: SearchProgress | undefined;
  error: AppError | null;
  isRunning: boolean;
  /** Whether it was cancelled or interrupted. */
  isStopped: boolean;
  /** Whether part of it failed. */
  isIncomplete: boolean;
}

/** The search run of a result, kept up to date. */
export function useSearchRun(resultSetId: string): SearchRunState {
  const { data: progress, error } = useInvokeQuery('search.progress', { resultSetId });
  return {
    progress,
    error,
    isRunning: progress?.state === 'running',
    isStopped: progress?.state === 'cancelled' || progress?.state === 'interrupted',
    isIncomplete: progress?.problems.some((failure) => failure.error.code !== 'DISPATCH_NOT_FOUND') === true,
  };
}
