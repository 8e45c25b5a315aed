import { type ComponentType, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toErrorData } from '../../shared/errors.ts';
import errorStyles from './error-message/error-message.module.css';
import { ErrorMessage } from './error-message/error-message.tsx';
import { allTranslations } from './i18n/start-translations.ts';
import { runWhenIdle, waitUntilShown } from './idle.ts';

/** A part of the page that is fetched when it is first shown, or before. */
export interface Preloadable<Props extends object> {
  Component: ComponentType<Props>;
  /** Fetches it; what is here by the time it is shown is shown at once. */
  preload(): Promise<void>;
}

/**
 * React's own `lazy` shows nothing for a third of a second, even where the module comes sooner or has been
 * here for long. What is of the first screen waits for no words: its own are here.
 */
export function preloadable<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  { isFirst = false } = {},
): Preloadable<Props> {
  let loaded: ComponentType<Props> | undefined;
  async function preload() {
    const [module] = await Promise.all([
      loaded ? undefined : load(),
      isFirst ? undefined : allTranslations(),
    ]);
    loaded ??= module?.default;
  }
  return {
    Component: (props) => {
      const [Shown, setShown] = useState(() => loaded);
      const [failure, setFailure] = useState<Failure>();
      const [attempt, setAttempt] = useState(1);
      useEffect(() => {
        if (Shown) return;
        preload().then(
          () => setShown(() => loaded),
          // Chromium remembers no script that it could not fetch: the next attempt asks for it anew.
          (error: unknown) => setFailure({ error, attempt }),
        );
      }, [Shown, attempt]);
      if (Shown) return <Shown {...props} />;
      if (!failure) return null;
      const isWaiting = failure.attempt !== attempt;
      return <NotFetched {...{ failure, isWaiting }} onRetry={() => setAttempt(attempt + 1)} />;
    },
    preload,
  };
}

interface Failure {
  error: unknown;
  /** The how-manieth attempt it ended. */
  attempt: number;
}

interface NotFetchedProps {
  failure: Failure;
  /** It is being fetched again. */
  isWaiting: boolean;
  onRetry: () => void;
}

/** Says in a part's place that it could not be fetched, and has it fetched again. */
function NotFetched({ failure, isWaiting, onRetry }: NotFetchedProps) {
  const { t } = useTranslation('ui');
  return (
    <ErrorMessage error={toErrorData(failure.error)}>
      <button
        type="button"
        className={errorStyles.link}
        aria-disabled={isWaiting}
        onClick={() => !isWaiting && onRetry()}
      >
        {t('again')}
      </button>
    </ErrorMessage>
  );
}

/**
 * Fetches what a person may open from here, once the page has stood for a moment and nobody does anything.
 */
export function usePreload({ preload }: Pick<Preloadable<never>, 'preload'>): void {
  useEffect(() => {
    let isGone = false;
    const fetch = async () => {
      if (!isGone) await preload();
    };
    waitUntilShown()
      .then(() => runWhenIdle(fetch))
      // One that cannot be fetched now is fetched again, and told of, when it is opened.
      .catch(() => undefined);
    return () => {
      isGone = true;
    };
  }, [preload]);
}
