import { useQueryClient } from '@tanstack/react-query';
import { Component, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ErrorData } from '../../shared/errors.ts';
import { useAppMutation, useInvokeQuery } from '../ipc/invoke-hooks.ts';
import errorStyles from './error-message/error-message.module.css';
import { ErrorMessage } from './error-message/error-message.tsx';
import { toRenderError } from './error-message/render-error.ts';

interface Props {
  /** Identifies the content: a change remounts it. */
  about?: unknown;
  children: ReactNode;
}

interface State {
  error: ErrorData | undefined;
  about: unknown;
}

/**
 * An error boundary: a part of the page that cannot be rendered shows its error in place, while the rest
 * works.
 */
export class Boundary extends Component<Props, State> {
  override state: State = { error: undefined, about: this.props.about };

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { error: toRenderError(error) };
  }

  static getDerivedStateFromProps({ about }: Props, state: State): State | null {
    return about === state.about ? null : { error: undefined, about };
  }

  override render() {
    const { error } = this.state;
    if (!error) return this.props.children;
    return <NotDrawn error={error} onRetry={() => this.setState({ error: undefined })} />;
  }
}

/** Maximum wait for fresh results before the same ones are tried again, in ms. */
const timeoutMs = 5000;

function NotDrawn({ error, onRetry }: { error: ErrorData; onRetry: () => void }) {
  const { t } = useTranslation('ui');
  const queries = useQueryClient();
  // Observed and refetched with the rest: if this boundary is the whole page nothing else observes the
  // settings, and nothing renders without them.
  useInvokeQuery('settings.get', undefined, { staleTime: Number.POSITIVE_INFINITY });
  const retry = useAppMutation(async () => {
    // The cached data may be the cause: all of it is refetched.
    queries.removeQueries({ type: 'inactive' });
    const timeout = new Promise((resolve) => setTimeout(resolve, timeoutMs));
    await Promise.race([queries.invalidateQueries(), timeout]);
    onRetry();
  });
  return (
    <ErrorMessage error={error}>
      <button
        type="button"
        className={errorStyles.link}
        aria-disabled={retry.isPending}
        onClick={() => !retry.isPending && retry.mutate()}
      >
        {t('again')}
      </button>
      <button type="button" className={errorStyles.link} onClick={() => window.location.reload()}>
        {t('reload')}
      </button>
    </ErrorMessage>
  );
}
