import type { CallName, Handlers } from '../../shared/contract.ts';
import type { ConfirmDialog, Desktop } from '../host.ts';
import type { Translator } from '../i18n/index.ts';
import { guardFolders } from './allowed-folders.ts';
import { recordRejections } from './call-gate.ts';
import { guardHosts } from './confirmed-hosts.ts';

export { foldersInUse } from './allowed-folders.ts';
export { createCallGate, type Dispatch } from './call-gate.ts';
export { createEvents, type Emit, type On } from './events.ts';

interface BridgeOptions {
  /** Folders of settings, saved searches, batches and deliveries. */
  folders(): Promise<readonly string[]>;
  /**
   * The existing connections; undefined where the window reaches only the practice agency, so that no host
   * needs confirmation.
   */
  connections: (() => readonly { baseUrl: string }[]) | undefined;
  desktop: Pick<Desktop, 'confirm' | 'chooseFolder'>;
  translatorNow(): Translator;
  /** Called with the error of each rejected call. */
  recordRejection(call: CallName, error: unknown): void;
}

/** The handlers for callers other than the page; each rejection is recorded. */
interface Bridge {
  handlers: Handlers;
  /**
   * The same handlers for a page, which may only name folders and new hosts that a person selected or
   * confirmed in a dialog.
   */
  pageHandlers: Handlers;
  /** Whether a person has confirmed this origin, or connected to it. */
  isConfirmed(origin: string): boolean;
}

/** Puts the handlers of all modules behind their guards, and adds `folder.choose`. */
export function createBridge(ofModules: Omit<Handlers, 'folder.choose'>, options: BridgeOptions): Bridge {
  const { folders, connections, desktop, translatorNow, recordRejection } = options;
  const handlers: Handlers = {
    ...ofModules,
    'folder.choose': ({ title }) => desktop.chooseFolder({ title }),
  };
  const inFolders = guardFolders(handlers, { known: folders });
  const guarded = connections
    ? guardHosts(inFolders, {
        known: () => connections().map(({ baseUrl }) => baseUrl),
        confirm: (host) => desktop.confirm(hostConfirmDialog(host, translatorNow())),
      })
    : { handlers: inFolders, isConfirmed: () => false };
  return {
    handlers: recordRejections(handlers, recordRejection),
    pageHandlers: recordRejections(guarded.handlers, recordRejection),
    isConfirmed: guarded.isConfirmed,
  };
}

/** The confirmation before the first request to a host. */
function hostConfirmDialog(host: string, translator: Translator): ConfirmDialog {
  const t = (key: 'message' | 'detail' | 'yes' | 'no') =>
    translator.t(`host:notices.newHost.${key}`, { host });
  return { message: t('message'), detail: t('detail'), yes: t('yes'), no: t('no') };
}
