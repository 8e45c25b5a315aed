import type { CallName, Handlers } from '../../shared/contract.ts';
import type { ConfirmDialog, Desktop } from '../host.ts';
import type { Translator } from '../i18n/index.ts';
import { guardFolders } from './allowed-folders.ts';
import { guardHosts } from './confirmed-hosts.ts';
import { recordRejections } from './router.ts';

export interface BridgeDeps {
  /** Folders that stand in settings, saved searches, batches and deliveries. */
  folders(): Promise<readonly string[]>;
  /**
   * Connections that there are; undefined where the window reaches the practice agency alone, so that there
   * is nothing to ask.
   */
  connections: (() => readonly { baseUrl: string }[]) | undefined;
  desktop: Pick<Desktop, 'confirm' | 'chooseFolder'>;
  translatorNow(): Translator;
  /** Told what a call was refused with. */
  recordRejection(call: CallName, error: unknown): void;
}

/** The handlers as others may call them, each of whose refusals is told. */
export interface Bridge {
  handlers: Handlers;
  /**
   * The same for a page, which names no folder and no new host that the person did not choose or confirm in a
   * dialog.
   */
  pageHandlers: Handlers;
  /** Whether a person has confirmed this origin, or connected to it. */
  isConfirmed(origin: string): boolean;
}

/** Puts the handlers of all modules behind their guards, and lets a person choose a folder. */
export function openBridge(ofModules: Omit<Handlers, 'folder.choose'>, deps: BridgeDeps): Bridge {
  const { folders, connections, desktop, translatorNow, recordRejection } = deps;
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

/** What a person is asked before the first request to a host. */
function hostConfirmDialog(host: string, translator: Translator): ConfirmDialog {
  const t = (key: 'message' | 'detail' | 'yes' | 'no') => translator.t(`notices:newHost.${key}`, { host });
  return { message: t('message'), detail: t('detail'), yes: t('yes'), no: t('no') };
}
