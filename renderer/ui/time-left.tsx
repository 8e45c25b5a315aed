import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { minutesLeft, minutesOfRequests } from './minutes-left.ts';

/** About how long running requests still take, if that is a minute or more; keyed by what is requested. */
export function TimeLeft({ done, total }: { done: number; total: number }) {
  const { t } = useTranslation('results');
  const [first] = useState(() => ({ at: Date.now(), done }));
  const count = minutesLeft({
    done: done - first.done,
    left: total - done,
    elapsedMs: Date.now() - first.at,
  });
  return count !== undefined && ` · ${t('minutesLeft', { count })}`;
}

/** A function that names about how long a number of requests takes. */
export function useTimeOfRequests(): (requests: number) => string {
  const { t } = useTranslation('search');
  return (requests) => {
    const count = minutesOfRequests(requests);
    return t('minutes', { count });
  };
}
