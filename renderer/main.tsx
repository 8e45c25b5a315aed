import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { ask } from './bridge.ts';
import { settingsKey } from './features/settings/settings-hooks.ts';
import { firstAsks } from './first-asks.ts';
import { listenToMain } from './ipc/listen-to-main.ts';
import { goWhereLeft } from './left-at.ts';
import { nonce, obeyContentPolicy } from './nonce.ts';
import { createQueries } from './queries.ts';
import { watchFocus } from './ui/last-focus.ts';
import { speak } from './words/start-words.ts';
import './ui/mantine-styles.ts';

// Not awaited by the module itself: what is fetched later imports from it, and would wait for it in turn.
void start();

async function start(): Promise<void> {
  obeyContentPolicy();
  watchFocus();
  const queries = createQueries();
  listenToMain(queries, window.carpeta.on);
  for (const asked of firstAsks) void queries.prefetchQuery(asked);
  const { settings } = await queries.ensureQueryData({
    queryKey: settingsKey,
    queryFn: () => ask('settings.get', undefined),
  });
  await Promise.all([speak(settings.language), goWhereLeft(queries)]);
  const root = document.getElementById('root');
  if (!root) throw new Error('the page has no root');
  createRoot(root).render(<App queries={queries} nonce={nonce} />);
}
