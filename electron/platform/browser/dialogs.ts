import { stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import type { Language } from '../../../shared/model/languages.ts';
import type { Desktop } from '../../host.ts';
import { locales } from '../../i18n/index.ts';
import { succeeds } from '../../lib/async.ts';
import { ensureFolder } from '../../lib/ensure-folder.ts';
import type { PromptDialog } from './prompt-page.ts';

type Complaint = 'notAbsolute' | 'notFolder' | 'notFile';
/** Returns what is wrong with a path, or undefined when it can be used. */
type Check = (path: string) => Promise<Complaint | undefined>;

interface DialogOptions {
  /** Shows the prompt to the person. */
  ask: (prompt: PromptDialog) => Promise<string | undefined>;
  language: () => Promise<Language>;
  home?: string;
}

/**
 * The dialogs of an app as prompts. A prompt for a path repeats until the path can be used or the person
 * cancels.
 */
export function createDialogs({
  ask,
  language,
  home = homedir(),
}: DialogOptions): Pick<Desktop, 'chooseFolder' | 'chooseSavePath' | 'chooseFile' | 'confirm'> {
  async function askFor(title: string, first: string, check: Check): Promise<string | undefined> {
    const said = locales[await language()].host.prompt;
    let path = first;
    let wrong: Complaint | undefined;
    for (;;) {
      const complaint = wrong && said[wrong];
      const text = await ask({ title, path, accept: said.accept, cancel: said.cancel, complaint });
      if (text === undefined) return undefined;
      path = text.trim();
      wrong = isAbsolute(path) ? await check(path) : 'notAbsolute';
      if (wrong === undefined) return path;
    }
  }

  return {
    chooseFolder: ({ title, startAt }) => askFor(title, startAt || join(home, 'Carpeta'), canBeFolder),
    chooseSavePath: ({ title, suggestedName }) =>
      askFor(title, join(home, suggestedName), async (path) =>
        (await kindOf(path)) === 'folder' ? 'notFile' : undefined,
      ),
    chooseFile: ({ title }) =>
      askFor(title, home, async (path) => ((await kindOf(path)) === 'file' ? undefined : 'notFile')),
    confirm: async ({ message, detail, yes, no }) =>
      (await ask({ title: message, detail, accept: yes, cancel: no })) !== undefined,
  };
}

/** Creates a missing folder, as the system's own dialogs allow. */
async function canBeFolder(path: string): Promise<'notFolder' | undefined> {
  return (await succeeds(ensureFolder(path))) && (await kindOf(path)) === 'folder' ? undefined : 'notFolder';
}

async function kindOf(path: string): Promise<'folder' | 'file' | undefined> {
  const found = await stat(path).catch(() => undefined);
  return found?.isDirectory() ? 'folder' : found?.isFile() ? 'file' : undefined;
}
