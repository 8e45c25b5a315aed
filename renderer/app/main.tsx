import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { useTranslation } from 'react-i18next';
import { AppError, type ErrorData } from '../../shared/errors.ts';
import { asLanguage, languages } from '../../shared/model/languages.ts';
import { invoke } from '../ipc/invoke-hooks.ts';
import { listenToMain } from '../ipc/listen-to-main.ts';
import { createQueryClient, seedQuery } from '../ipc/query-client.ts';
import { settingsKey } from '../ipc/settings-hooks.ts';
import styles from '../ui/error-message/error-message.module.css';
import { ErrorMessage } from '../ui/error-message/error-message.tsx';
import { toRenderError } from '../ui/error-message/render-error.ts';
import { speak } from '../ui/i18n/start-translations.ts';
import { watchUserInput } from '../ui/idle.ts';
import { watchFocus } from '../ui/last-focus.ts';
import { navigate, type Route } from '../ui/route.ts';
import { ToastProvider } from '../ui/toast.tsx';
import { App } from './app.tsx';
import { firstQueries, lastSavedSearch } from './first-queries.ts';
import { nonce, obeyContentPolicy } from './nonce.ts';
import { openSaved } from './open-saved.ts';
import '../ui/mantine-styles.ts';

/**
 * How long the page waits for its first answer before it says so; it is shown all the same once that has
 * come.
 */
const timeoutMs = 10_000;
/** How long the page waits for rows before it is drawn without them. */
const rowsMs = 300;

// Not awaited by the module itself: what is fetched later imports from it, and would wait for it in turn.
void start();

async function start(): Promise<void> {
  obeyContentPolicy();
  watchFocus();
  watchUserInput();
  const element = document.getElementById('root');
  if (!element) throw new Error('the page has no root');
  const root = createRoot(element);
  const queries = createQueryClient();
  let hasBegun = false;
  const show = (what: ReactNode) => root.render(<StrictMode>{what}</StrictMode>);
  const report = (error: unknown) =>
    reportNotBegun(error, (errorData) => hasBegun || show(<Unbegun {...{ queries, error: errorData }} />));
  const late = setTimeout(() => void report(new AppError('NO_ANSWER', 'no settings yet')), timeoutMs);
  try {
    listenToMain(queries, window.carpeta.on);
    for (const query of firstQueries) void seedQuery(queries, query);
    const { settings } = await queries.ensureQueryData({
      queryKey: settingsKey,
      queryFn: () => invoke('settings.get', undefined),
    });
    await Promise.all([speak(settings.language), restoreLastSearch(queries)]);
    clearTimeout(late);
    hasBegun = true;
    show(<App queries={queries} nonce={nonce} />);
  } catch (error) {
    clearTimeout(late);
    await report(error);
  }
}

/** Has it told, in the language of the system, that the page could not begin. */
async function reportNotBegun(error: unknown, show: (errorData: ErrorData) => unknown): Promise<void> {
  // Those of the page itself are always here.
  await speak(asLanguage(navigator.language)).catch(() => speak(languages[0]));
  show(toRenderError(error));
}

/**
 * Goes to the saved search that was open when the window was left, with what it shows first if that comes
 * soon. Never rejects.
 */
async function restoreLastSearch(queries: QueryClient): Promise<void> {
  const last = await lastSavedSearch;
  if (!last) return;
  const go = async (route: Route) => {
    // All of it was asked before the page heard of changes: the screen, which hears of them, shows what has
    // come and asks again.
    for (const { queryKey } of last.prefetched) {
      await queries.cancelQueries({ queryKey, exact: true });
      await queries.invalidateQueries({ queryKey, exact: true });
    }
    navigate(route);
  };
  // Home stands without the lists' scripts.
  await openSaved(queries, { ...last, timeoutMs: rowsMs, go }).catch(() => undefined);
}

interface Props {
  queries: QueryClient;
  error: ErrorData;
}

/**
 * What stands in the window where the page could not begin: why, the report, and the way to load it again.
 */
function Unbegun({ queries, error }: Props) {
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
