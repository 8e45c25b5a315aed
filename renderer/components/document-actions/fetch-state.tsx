import { useTranslation } from 'react-i18next';
import screen from '../../ui/screen.module.css';
import { TimeLeft } from '../../ui/time-left.tsx';
import type { FetchFirst } from './use-fetch-first.ts';

interface Props {
  fetching: FetchFirst;
  /** The label of the running button. */
  button: string;
  /** Shown before the requests start. */
  before?: string | undefined;
}

/** The progress of the preliminary requests, and their problems. */
export function FetchState({ fetching: { isFetching, progress }, button, before = '' }: Props) {
  const { t } = useTranslation('downloads');
  const { problems: unanswered, unknownClients } =
    progress?.isRunning === false ? progress : { problems: 0, unknownClients: 0 };
  return (
    <>
      <p className={screen.soft} role="status">
        {isFetching && progress ? (
          <>
            {t('asking', { done: progress.done, total: progress.total })}
            <TimeLeft done={progress.done} total={progress.total} />
          </>
        ) : (
          before
        )}
      </p>
      {unknownClients > 0 && (
        <p className={screen.warn} role="alert">
          {t('unknownClients', { count: unknownClients, button })}
        </p>
      )}
      {unanswered > 0 && (
        <p className={screen.warn} role="alert">
          {t('unanswered', { count: unanswered, button })}
        </p>
      )}
    </>
  );
}
