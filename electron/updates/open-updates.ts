import type { Handlers } from '../../shared/contract.ts';
import type { Settings } from '../../shared/model/settings.ts';
import type { Host, HttpGet } from '../host.ts';
import type { Emit } from '../ipc/index.ts';
import { updateHandlers } from './handlers.ts';
import { createUpdates } from './updates.ts';

export interface UpdatesModuleDeps {
  host: Pick<Host, 'kind' | 'clock' | 'preferences' | 'desktop'>;
  httpGet: HttpGet;
  /** The running version. */
  version: string;
  settings(): Pick<Settings, 'updateAddress'>;
  emit: Emit;
  reportError(what: string, error: unknown): void;
  /** A practice window has no other network than the practice agency's. */
  practiceOnly: boolean;
}

/** The update check's part of the contract. */
export interface UpdatesModule {
  handlers: Pick<Handlers, Extract<keyof Handlers, `updates.${string}`>>;
  close(): Promise<void>;
}

/** Checks for newer versions where a person can see the notice, so not in a terminal. */
export function openUpdates(deps: UpdatesModuleDeps): UpdatesModule {
  const { host, httpGet, settings, emit, reportError } = deps;
  const updates = createUpdates({
    ...{ httpGet, clock: host.clock, preferences: host.preferences, running: deps.version },
    address: () => settings().updateAddress,
    openPage: (page) => host.desktop.openPage(page),
    onChanged: (state) => emit('updates.changed', state),
    onError: (error) => reportError('looking for a newer version', error),
  });
  if (host.kind !== 'terminal' && !deps.practiceOnly) updates.begin();
  return { handlers: updateHandlers(updates), close: updates.close };
}
