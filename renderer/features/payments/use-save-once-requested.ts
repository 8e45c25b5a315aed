import { useEffect, useEffectEvent, useState } from 'react';
import { maxUnconfirmedRequests } from '../../components/document-actions/fetch-all-button.tsx';
import type { ScopeInput } from '../../components/list-screen/scope.ts';
import { invoke } from '../../ipc/invoke-hooks.ts';
import type { PaymentFilterText } from './use-payment-filter.ts';

type Format = 'csv' | 'xlsx';

interface Options {
  scope: ScopeInput;
  filterText: PaymentFilterText;
  /** Counts how often what the days lack was requested. */
  requestCount: number;
  onSave: (format: Format) => void;
}

/** Saves a table once its text is read and what its days lack was requested, as Enter requests it. */
export function useSaveOnceRequested({ scope, filterText, requestCount, onSave }: Options) {
  const [waiting, setWaiting] = useState<{ format: Format; countBefore: number | undefined }>();
  const { submission, submit, filter } = filterText;
  const isWaitingForText = waiting !== undefined && waiting.countBefore === undefined;
  const isDone = waiting?.countBefore !== undefined && waiting.countBefore !== requestCount;
  const end = useEffectEvent(() => {
    setWaiting(undefined);
    if (waiting && filter) onSave(waiting.format);
  });
  const proceed = useEffectEvent(async (signal: AbortSignal) => {
    const countBefore = requestCount;
    const period = filter?.period;
    const toAsk =
      period && (await invoke('dossier.paymentsToRequest', { scope, period }).catch(() => undefined));
    if (signal.aborted) return;
    const isRequested =
      toAsk !== undefined && toAsk.queries.length > 0 && toAsk.requests <= maxUnconfirmedRequests;
    if (isRequested) setWaiting((now) => now && { ...now, countBefore });
    else end();
  });
  useEffect(() => {
    if (!isWaitingForText || submission === undefined) return;
    const leaving = new AbortController();
    void proceed(leaving.signal);
    return () => leaving.abort();
  }, [isWaitingForText, submission]);
  useEffect(() => {
    if (isDone) end();
  }, [isDone]);
  return (format: Format) => {
    setWaiting({ format, countBefore: undefined });
    submit();
  };
}
