import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { setNonce } from 'get-nonce';
import { type ReactNode, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { useTranslation } from 'react-i18next';
import { AppError, type ErrorData } from '../../shared/errors.ts';
import { asLanguage, languages } from '../../shared/model/languages.ts';
import type { Settings } from '../../shared/model/settings.ts';
import { callQuery, invoke } from '../ipc/invoke-hooks.ts';
import { listenToMain } from '../ipc/listen-to-main.ts';
import { createQueryClient } from '../ipc/query-client.ts';
import { settingsKey } from '../ipc/settings-hooks.ts';
import styles from '../ui/error-message/error-message.module.css';
import { ErrorMessage } from '../ui/error-message/error-message.tsx';
import { toRenderError } from '../ui/error-message/render-error.ts';
import { speak } from '../ui/i18n/start-translations.ts';
import { watchUserInput } from '../ui/idle.ts';
import { watchFocus } from '../ui/last-focus.ts';
import { navigate } from '../ui/route.ts';
import { ToastProvider } from '../ui/toast.tsx';
import { App } from './app.tsx';
import { openSavedSearch } from './open-saved-search.ts';
import '../ui/mantine-styles.ts';

/**
 * How long the page waits for its first result before it reports the delay; it still renders once the result
 * arrives.
 */
const timeoutMs = 10_000;
/** How long the page waits for rows before it renders without them. */
const rowsMs = 300;

/**
 * The nonce of this load, which the host writes into the meta element that vite's `html.cspNonce` adds; `''`
 * where there is none. Elements hide their nonce from `getAttribute`, so the property is read.
 */
const nonce = document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce ?? '';

// No top-level await: modules that load later import this one and would wait for it.
void start();

async function start(): Promise<void> {
  // Lets the libraries that write style elements comply with the page's content security policy.
  if (nonce !== '') setNonce(nonce);
  watchFocus();
  watchUserInput();
  const element = document.getElementById('root');
  if (!element) throw new Error('the page has no root');
  const root = createRoot(element);
  const queries = createQueryClient();
  let isStarted = false;
  const show = (what: ReactNode) => root.render(<StrictMode>{what}</StrictMode>);
  const report = (error: unknown) =>
    reportStartError(
      error,
      (errorData) => isStarted || show(<StartFailure queries={queries} error={errorData} />),
    );
  const late = setTimeout(() => void report(new AppError('NO_ANSWER', 'no settings yet')), timeoutMs);
  try {
    listenToMain(queries, window.carpeta.on);
    const { settings } = await queries.ensureQueryData({
      queryKey: settingsKey,
      queryFn: () => invoke('settings.get', undefined),
    });
    await Promise.all([speak(settings.language), restoreLastSearch(queries, settings)]);
    clearTimeout(late);
    isStarted = true;
    show(<App queries={queries} nonce={nonce} />);
  } catch (error) {
    clearTimeout(late);
    await report(error);
  }
}

/** Reports, in the system's language, that the page could not start. */
async function reportStartError(error: unknown, show: (errorData: ErrorData) => unknown): Promise<void> {
  // The translations of the page itself are always bundled.
  await speak(asLanguage(navigator.language)).catch(() => speak(languages[0]));
  show(toRenderError(error));
}

/**
 * Opens the saved search that was open when the window closed, with its first rows if they arrive soon. Never
 * rejects.
 */
async function restoreLastSearch(
  queries: QueryClient,
  { layout: { savedId } }: Pick<Settings, 'layout'>,
): Promise<void> {
  // The address names a route where the page was reloaded.
  if (savedId === undefined || window.location.hash !== '') return;
  try {
    const stored = await queries.fetchQuery(callQuery(queries, 'saved.list', undefined));
    const saved = stored.find(({ id }) => id === savedId);
    if (saved) await openSavedSearch(queries, saved, { timeoutMs: rowsMs, go: navigate });
  } catch {
    // Home reports what cannot be read, and works without the scripts of the lists.
  }
}

interface Props {
  queries: QueryClient;
  error: ErrorData;
}

/** Shown when the page could not start: the error, the report, and a button that reloads. */
function StartFailure({ queries, error }: Props) {
  const { t } = useTranslation('ui');
  return (
    <QueryClientProvider client={queries}>
      <ToastProvider>
        <main>
          <ErrorMessage error={error}>
            <button type="button" className={styles.link} onClick={() => window.location.reload()}>
              {t('again')}
            </button>
          </ErrorMessage>
        </main>
      </ToastProvider>
    </QueryClientProvider>
  );
}
