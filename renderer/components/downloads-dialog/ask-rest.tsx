import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { DispatchOutcome } from '../../../shared/model/search.ts';
import { useAction } from '../../ipc/invoke-hooks.ts';
import { Fault } from '../../ui/error-message/error-message.tsx';
import { formatCount } from '../../ui/format.ts';

/** More requests than this are said before they are made. */
const maxUnconfirmedRequests = 500;

/** Asks for what was not found as the clients that were not asked. */
export function AskRest({
  resultSetId,
  unsure,
}: {
  resultSetId: string;
  unsure: readonly DispatchOutcome[];
}) {
  const { t } = useTranslation('results');
  const askRest = useAction('search.askRest', ['search.progress', 'search.outcomes', 'search.recent']);
  const unasked = unsure.map(({ inVain }) => inVain?.unasked ?? 0);
  const requests = unasked.reduce((sum, each) => sum + each, 0);
  const count = Math.max(...unasked);
  return (
    <>
      <Button
        variant="light"
        size="compact-xs"
        loading={askRest.isPending}
        onClick={() => askRest.mutate({ resultSetId })}
      >
        {t('rest.ask', { count, shown: formatCount(count) })}
        {requests > maxUnconfirmedRequests && ` · ${t('rest.requests', { requests: formatCount(requests) })}`}
      </Button>
      {askRest.error && <Fault error={askRest.error} />}
    </>
  );
}
