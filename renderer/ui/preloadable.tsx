import { type ComponentType, useEffect, useState } from 'react';
import { toErrorData } from '../../shared/errors.ts';
import { Fault } from './fault/fault.tsx';
import { inTurn, rest } from './rest.ts';
import { allWords } from './words/start-words.ts';

/** A part of the page that is fetched when it is first shown, or before. */
export interface Preloadable<Props extends object> {
  Component: ComponentType<Props>;
  /** Fetches it; what is here by the time it is shown is shown at once. */
  preload(): Promise<void>;
}

/**
 * React's own `lazy` shows nothing for a third of a second, even where the module comes sooner or has been here for long. What is of the first screen
 * waits for no words: its own are here.
 */
export function preloadable<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  { isFirst = false } = {},
): Preloadable<Props> {
  let loaded: ComponentType<Props> | undefined;
  async function preload() {
    const [module] = await Promise.all([loaded ? undefined : load(), isFirst ? undefined : allWords()]);
    loaded ??= module?.default;
  }
  return {
    Component: (props) => {
      const [Shown, setShown] = useState(() => loaded);
      const [failure, setFailure] = useState<{ error: unknown }>();
      useEffect(() => {
        if (Shown) return;
        preload().then(
          () => setShown(() => loaded),
          (error: unknown) => setFailure({ error }),
        );
      }, [Shown]);
      if (failure) return <Fault error={toErrorData(failure.error)} />;
      return Shown ? <Shown {...props} /> : null;
    },
    preload,
  };
}

/** Fetches what a person may open from here, once the page has stood for a moment and nobody does anything. */
export function usePreload({ preload }: Pick<Preloadable<never>, 'preload'>): void {
  useEffect(() => {
    let isGone = false;
    const fetch = async () => {
      if (!isGone) await preload();
    };
    rest()
      .then(() => inTurn(fetch))
      // One that cannot be fetched now is fetched again, and told of, when it is opened.
      .catch(() => undefined);
    return () => {
      isGone = true;
    };
  }, [preload]);
}
