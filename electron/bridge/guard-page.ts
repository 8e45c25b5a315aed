import type { Handlers } from '../../shared/contract.ts';
import type { Desktop, Question } from '../host.ts';
import type { Words } from '../i18n/index.ts';
import { guardFolders } from './chosen-folders.ts';
import { guardHosts } from './confirmed-hosts.ts';

export interface PageGuardDeps {
  /** Folders that stand in settings, saved searches, batches and hand-overs. */
  folders(): Promise<readonly string[]>;
  /** Connections that there are; undefined where the window reaches the practice agency alone, so that there is nothing to ask. */
  connections: (() => Promise<readonly { baseUrl: string }[]>) | undefined;
  desktop: Pick<Desktop, 'confirm'>;
  words(): Words;
}

/** The handlers as a page may call them, which names no folder and no new host that the person did not choose or confirm in a dialog. */
export function guardPage(handlers: Handlers, deps: PageGuardDeps): Handlers {
  const { folders, connections, desktop, words } = deps;
  const inFolders = guardFolders(handlers, { known: folders });
  if (!connections) return inFolders;
  return guardHosts(inFolders, {
    known: async () => (await connections()).map(({ baseUrl }) => baseUrl),
    confirm: (host) => desktop.confirm(hostQuestion(host, words())),
  });
}

/** What a person is asked before the first request to a host. */
function hostQuestion(host: string, words: Words): Question {
  const say = (key: 'message' | 'detail' | 'yes' | 'no') => words.say(`notices:newHost.${key}`, { host });
  return { message: say('message'), detail: say('detail'), yes: say('yes'), no: say('no') };
}
