import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { ListName } from '../../../shared/model/lists.ts';
import type { SearchQuery } from '../../../shared/model/search-query.ts';
import { useOnline } from '../../ipc/invoke-hooks.ts';
import { focusReason } from './search-progress-line.tsx';
import type { SearchRunState } from './use-search-run.ts';

interface Props {
  list: ListName;
  run: SearchRunState;
  /** Whether rows of this list were requested at all. */
  isQueried: boolean;
  /** Says that none of the requested dispatches was found; absent for a query of dates. */
  notFound: string | undefined;
  /** Runs a wider query; absent if there is none. */
  onWiden: (() => void) | undefined;
}

/** Why a list of a result is empty, and what to do next. */
export function Nothing(props: Props) {
  const { list, isQueried, notFound, onWiden } = props;
  const { isRunning, isStopped, isIncomplete } = props.run;
  const { t } = useTranslation('results');
  const isOnline = useOnline();
  if (!isQueried) return t('notAsked');
  if (isRunning) return t('nothingYet');
  if (isIncomplete && !isOnline) return t('nothingOffline');
  if (isIncomplete || isStopped) {
    return (
      <>
        {t(isStopped ? 'nothingUntilFinished' : 'nothingKnown')}
        {isIncomplete && (
          <Button variant="default" onClick={focusReason}>
            {t('seeWhy')}
          </Button>
        )}
      </>
    );
  }
  return (
    <>
      {notFound ?? t(`nothing.${list}`)}
      {onWiden && list !== 'disbursements' && (
        <Button variant="default" onClick={onWiden}>
          {t('widen')}
        </Button>
      )}
    </>
  );
}

/** The same query with a longer range; undefined if there is none to offer. */
export function longerThan(query: SearchQuery | undefined): SearchQuery | undefined {
  if (query?.kind !== 'range' || query.range.kind === 'this-year') return undefined;
  return { ...query, range: { kind: 'this-year' } };
}
