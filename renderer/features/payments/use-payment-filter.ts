import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import type { PaymentFilter, PaymentGroup } from '../../../shared/model/payment-queries.ts';
import type { ScopeInput } from '../../components/list-screen/scope.ts';
import { useInvokeQuery } from '../../ipc/invoke-hooks.ts';

const readAfterMs = 150;

/** The text that filters disbursements, and what it means. */
export interface FilterText {
  text: string;
  setText: (text: string) => void;
  /** Enter: what the days of the text lack is requested. */
  submit: () => void;
  /**
   * Counts the presses of Enter on the text that `filter` is of, with this scope in sight; undefined if there
   * was none.
   */
  submission: number | undefined;
  /** Undefined until the first text is read. */
  filter: PaymentFilter | undefined;
  /** Whether the filter hides some disbursements. */
  isNarrowed: boolean;
}

/** Holds the text that filters disbursements, in each part of their screen. */
export function useFilterText(group: PaymentGroup | undefined, scope: ScopeInput): FilterText {
  const [text, setText] = useState('');
  const [submitted, setSubmitted] = useState({ text: '', within: '', count: 0 });
  const within = JSON.stringify(scope);
  const [debounced] = useDebouncedValue(text, readAfterMs);
  const read = submitted.text === text ? text : debounced;
  const isEmpty = read.trim() === '';
  const days = useInvokeQuery(
    'search.days',
    { text: read },
    { enabled: !isEmpty, placeholderData: keepPreviousData },
  );
  const meaning = isEmpty ? { rest: '' } : days.data;
  const isRead = meaning !== undefined && !days.isPlaceholderData;
  const isOfSubmitted = isRead && submitted.text === read && submitted.within === within;
  return {
    ...{ text, setText },
    submit: () => setSubmitted(({ count }) => ({ text, within, count: count + 1 })),
    submission: submitted.count > 0 && isOfSubmitted ? submitted.count : undefined,
    filter: meaning && {
      ...(meaning.rest !== '' && { words: meaning.rest }),
      ...(meaning.period && { period: meaning.period }),
      ...(group && { group }),
    },
    isNarrowed: !isEmpty || group !== undefined,
  };
}
