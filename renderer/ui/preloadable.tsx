import { type ComponentType, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toErrorData } from '../../shared/errors.ts';
import errorStyles from './error-message/error-message.module.css';
import { ErrorMessage } from './error-message/error-message.tsx';
import { allTranslations } from './i18n/start-translations.ts';
import { runWhenIdle, waitUntilShown } from './idle.ts';

/** A part of the page that loads when it is first shown, or before. */
export interface Preloadable<Props extends object> {
  Component: ComponentType<Props>;
  /** Loads it; if loaded before it is shown, it renders at once. */
  preload(): Promise<void>;
}

/**
 * React's own `lazy` shows nothing for a third of a second, even if the module is already loaded. Parts of
 * the first screen do not wait for translations: theirs are bundled.
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
          // Chromium does not cache a failed script: the next attempt requests it again.
          (error: unknown) => setFailure({ error, attempt }),
        );
      }, [Shown, attempt]);
      if (Shown) return <Shown {...props} />;
      if (!failure) return null;
      const isWaiting = failure.attempt !== attempt;
      return <NotFetched failure={failure} isWaiting={isWaiting} onRetry={() => setAttempt(attempt + 1)} />;
    },
    preload,
  };
}

interface Failure {
  error: unknown;
  /** The number of the attempt that failed. */
  attempt: number;
}

interface NotFetchedProps {
  failure: Failure;
  /** It is being loaded again. */
  isWaiting: boolean;
  onRetry: () => void;
}

/** Shown in a part's place if it could not be loaded, with a retry button. */
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

/** Preloads what a person may open from here, once the page is idle. */
export function usePreload({ preload }: Pick<Preloadable<never>, 'preload'>): void {
  useEffect(() => {
    let isUnmounted = false;
    const fetch = async () => {
      if (!isUnmounted) await preload();
    };
    waitUntilShown()
      .then(() => runWhenIdle(fetch))
      // A failed preload is repeated, and reported, when it is opened.
      .catch(() => undefined);
    return () => {
      isUnmounted = true;
    };
  }, [preload]);
}
