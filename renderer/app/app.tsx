import { MantineProvider, useMantineColorScheme } from '@mantine/core';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { ProxyLogin } from '../features/connections/proxy-login.tsx';
import { useInvokeQuery } from '../ipc/invoke-hooks.ts';
import { useSettings } from '../ipc/settings-hooks.ts';
import { Boundary } from '../ui/boundary.tsx';
import { ClearedProvider } from '../ui/cleared-entries.tsx';
import { speak } from '../ui/i18n/start-translations.ts';
import { preloadable } from '../ui/preloadable.tsx';
import { useRoute } from '../ui/route.ts';
import { cssVariables, noColorSchemeMemory, theme } from '../ui/theme.ts';
import { ToastProvider } from '../ui/toast.tsx';
import { AppWindow } from './app-window.tsx';

const firstRun = preloadable(() => import('./first-run.tsx'));

interface Props {
  queries: QueryClient;
  nonce: string;
}

/** The page. */
export function App({ queries, nonce }: Props) {
  return (
    <QueryClientProvider client={queries}>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={cssVariables}
        colorSchemeManager={noColorSchemeMemory}
        defaultColorScheme="auto"
        getStyleNonce={() => nonce}
      >
        <ToastProvider>
          <Boundary>
            <ApplySettings />
            <Boundary>
              <ProxyLogin />
            </Boundary>
            <ClearedProvider>
              <FirstRunOrApp />
            </ClearedProvider>
          </Boundary>
        </ToastProvider>
      </MantineProvider>
    </QueryClientProvider>
  );
}

/** First run while there is no connection, else the app. */
function FirstRunOrApp() {
  const connections = useInvokeQuery('connections.list', undefined);
  const route = useRoute();
  const [isFirstRun, setFirstRun] = useState(false);
  if (connections.isPending) return null;
  // First run continues to its end, although a connection may exist before it ends.
  const hasNone = connections.data?.length === 0 && route.view === 'home';
  if (hasNone && !isFirstRun) setFirstRun(true);
  if (!isFirstRun && !hasNone) return <AppWindow />;
  return <firstRun.Component onDone={() => setFirstRun(false)} />;
}

/** Applies the language and the colour scheme of the settings. */
function ApplySettings() {
  const { language, theme: selected, rowHeight } = useSettings().settings;
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const scheme = selected === 'system' ? 'auto' : selected;
  useEffect(() => {
    // Setting the same scheme again would restyle the whole page.
    if (colorScheme !== scheme) setColorScheme(scheme);
  }, [colorScheme, scheme, setColorScheme]);
  useEffect(() => {
    document.documentElement.dataset['rows'] = rowHeight;
  }, [rowHeight]);
  useEffect(() => {
    void speak(language);
  }, [language]);
  return null;
}
