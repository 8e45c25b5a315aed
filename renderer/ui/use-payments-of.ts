import type { Payments } from '../../shared/model/review.ts';
import { useInvokeQuery } from '../ipc/invoke-hooks.ts';
import type { Subject } from './inspected-subject.ts';

/** The payments of one dispatch with their documents and sums; undefined until loaded. */
export function usePaymentsOf({
  connectionId,
  number,
}: Pick<Subject, 'connectionId' | 'number'>): Payments | undefined {
  const only = { scope: { dispatches: [{ connectionId, number }] }, offset: 0, limit: 500 };
  return useInvokeQuery('dossier.payments', only, { enabled: number !== '', gcTime: 5_000 }).data;
}
