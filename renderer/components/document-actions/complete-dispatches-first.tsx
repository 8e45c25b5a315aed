import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AppError } from '../../../shared/errors.ts';
import type { DispatchKey, OwnDispatch } from '../../../shared/model/dossier.ts';
import { invoke } from '../../ipc/invoke-hooks.ts';
import { CheckField } from '../../ui/check-field.tsx';
import { completionQueries } from './completion-queries.ts';
import type { Whole } from './download-selection.ts';
import { FetchState } from './fetch-state.tsx';
import { type FetchFirst, useFetchFirst } from './use-fetch-first.ts';

/** Dispatches to be used, some of which may be incomplete. */
export interface WholeFirst {
  partial: readonly OwnDispatch[];
  /** Whether incomplete ones are completed before their documents are read. */
  isEnabled: boolean;
  setEnabled: (isEnabled: boolean) => void;
  fetching: FetchFirst;
  /**
   * Completes the incomplete dispatches if enabled, and returns all of them. Undefined if they are used as
   * stored; `'not-yet'` if the person is informed first.
   */
  first: () => Promise<readonly DispatchKey[] | 'not-yet' | undefined>;
}

/** Maximum number of dispatches that are checked. */
const maxChecked = 20_000;

/** Finds incomplete dispatches, and completes them first unless the person decides otherwise. */
export function useWholeFirst(whole: Whole | undefined): WholeFirst {
  const [selected, setEnabled] = useState<boolean>();
  const known = useQuery<{ dispatches: readonly DispatchKey[]; partial: readonly OwnDispatch[] }, AppError>({
    queryKey: ['whole', useId()],
    queryFn: () => readPartial(whole),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const partial = known.data?.partial ?? none;
  const queries = completionQueries(partial);
  const fetching = useFetchFirst(queries);
  const isEnabled = selected ?? whole?.completesByDefault ?? false;
  return {
    partial,
    isEnabled,
    setEnabled,
    fetching,
    async first() {
      const { data, error } = known.data ? known : await known.refetch();
      if (error) throw error;
      if (!isEnabled || !data || data.partial.length === 0) return undefined;
      const fetched = await fetching.run(completionQueries(data.partial));
      return fetched === 'not-yet' ? fetched : data.dispatches;
    },
  };
}

const none: readonly OwnDispatch[] = [];

async function readPartial(whole: Whole | undefined) {
  const dispatches = (await whole?.read()) ?? [];
  if (dispatches.length === 0 || dispatches.length > maxChecked) return { dispatches, partial: none };
  const scope = { dispatches: dispatches.map(({ connectionId, number }) => ({ connectionId, number })) };
  return { dispatches, partial: await invoke('dossier.incomplete', { scope }) };
}

interface Props {
  whole: WholeFirst;
  /** The label of the button that continues. */
  button: string;
  isDisabled?: boolean;
}

/** Reports incomplete dispatches and offers to complete them first; nothing if all are complete. */
export function WholeFirstField({
  whole: { partial, isEnabled, setEnabled, fetching },
  button,
  isDisabled,
}: Props) {
  const { t } = useTranslation('downloads');
  if (partial.length === 0) return null;
  const count = partial.length;
  return (
    <>
      <CheckField
        label={t('whole.first', { count })}
        description={t('whole.partly', { count })}
        checked={isEnabled}
        disabled={isDisabled === true}
        onCheck={setEnabled}
      />
      <FetchState fetching={fetching} button={button} />
    </>
  );
}
