import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { DispatchOutcome } from '../../../shared/model/search.ts';
import { useInvokeMutation } from '../../ipc/invoke-hooks.ts';
import { ErrorMessage } from '../../ui/error-message/error-message.tsx';
import { useTimeOfRequests } from '../../ui/time-left.tsx';
import { maxUnconfirmedRequests } from './fetch-all-button.tsx';

/** Requests what was not found as the remaining clients. */
export function FetchRestButton({
  resultSetId,
  unsure,
}: {
  resultSetId: string;
  unsure: readonly DispatchOutcome[];
}) {
  const { t } = useTranslation('results');
  const timeOf = useTimeOfRequests();
  const fetchRest = useInvokeMutation('search.requestRest', [
    'search.progress',
    'search.outcomes',
    'search.recent',
  ]);
  const unqueried = unsure.map(({ inVain }) => inVain?.unasked ?? 0);
  const requests = unqueried.reduce((sum, each) => sum + each, 0);
  const count = Math.max(...unqueried);
  return (
    <>
      <Button
        variant="light"
        size="compact-xs"
        loading={fetchRest.isPending}
        onClick={() => fetchRest.mutate({ resultSetId })}
      >
        {t('rest.ask', { count })}
        {requests > maxUnconfirmedRequests &&
          ` · ${t('rest.requests', { requests, time: timeOf(requests) })}`}
      </Button>
      {fetchRest.error && <ErrorMessage error={fetchRest.error} />}
    </>
  );
}
