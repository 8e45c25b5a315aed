import { useQueryClient } from '@tanstack/react-query';
import { Component, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ErrorData } from '../../shared/errors.ts';
import { useAppMutation, useInvokeQuery } from '../ipc/invoke-hooks.ts';
import errorStyles from './error-message/error-message.module.css';
import { ErrorMessage } from './error-message/error-message.tsx';
import { toRenderError } from './error-message/render-error.ts';

interface Props {
  /** What stands inside: where another thing does, it is drawn anew. */
  about?: unknown;
  children: ReactNode;
}

interface State {
  error: ErrorData | undefined;
  about: unknown;
}

/** A part of the page that says so in its place where it cannot be drawn, while the rest goes on. */
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

/** How long it is waited for new answers before the same ones are tried again. */
const timeoutMs = 5000;

function NotDrawn({ error, onRetry }: { error: ErrorData; onRetry: () => void }) {
  const { t } = useTranslation('ui');
  const queries = useQueryClient();
  // Held and asked for again with the rest: where this stands for the whole page nothing else holds them, and
  // nothing is drawn without them.
  useInvokeQuery('settings.get', undefined, { staleTime: Number.POSITIVE_INFINITY });
  const retry = useAppMutation(async () => {
    // What it was drawn from may be wrong: all of it is asked for again.
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
