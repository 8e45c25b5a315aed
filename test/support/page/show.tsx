import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { onTestFinished } from 'vitest';
import { listenToMain } from '../../../renderer/ipc/listen-to-main.ts';
import { createQueryClient } from '../../../renderer/ipc/query-client.ts';
import { ClearedProvider } from '../../../renderer/ui/cleared-entries.tsx';
import { allTranslations, speak } from '../../../renderer/ui/i18n/start-translations.ts';
import { watchFocus } from '../../../renderer/ui/last-focus.ts';
import { cssVariables, noColorSchemeMemory, theme } from '../../../renderer/ui/theme.ts';
import { ToastProvider } from '../../../renderer/ui/toast.tsx';
import type { Handlers } from '../../../shared/contract.ts';
import { createMainInMemory, type MainInMemory } from './main-in-memory.ts';
import '../../../renderer/ui/mantine-styles.ts';

let isWatching = false;

/**
 * Shows a part of the page in Spanish, as the page itself would, before a main that answers by these; it is
 * gone when the test ends.
 */
export async function show(part: ReactNode, handlers: Partial<Handlers> = {}): Promise<MainInMemory> {
  const main = createMainInMemory(handlers);
  Object.defineProperty(window, 'carpeta', { value: main.bridge, configurable: true });
  if (!isWatching) watchFocus();
  isWatching = true;
  await speak('es-CL');
  await allTranslations();
  const container = document.createElement('div');
  document.body.append(container);
  const root = createRoot(container);
  const queries = createQueryClient();
  const stopListening = listenToMain(queries, main.bridge.on);
  onTestFinished(() => {
    stopListening();
    root.unmount();
    container.remove();
    window.history.replaceState(null, '', window.location.pathname + window.location.search);
  });
  root.render(
    <QueryClientProvider client={queries}>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={cssVariables}
        colorSchemeManager={noColorSchemeMemory}
      >
        <ToastProvider>
          <ClearedProvider>{part}</ClearedProvider>
        </ToastProvider>
      </MantineProvider>
    </QueryClientProvider>,
  );
  return main;
}
