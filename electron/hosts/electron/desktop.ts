import { app, type BrowserWindow, Notification, powerSaveBlocker, shell } from 'electron';
import { CarpetaError } from '../../../shared/errors.ts';
import type { Desktop } from '../../host.ts';
import { isOpenable, markAsForeign } from '../foreign-files/index.ts';
import { createDialogs } from './dialogs.ts';

/** What a desk does for a person, through Electron. */
export function createDesktop(window: () => BrowserWindow): Desktop {
  return {
    ...createDialogs(window),
    openFile,
    // The program that shows a paper prints it, too.
    printFile: openFile,
    showInFolder: async (path) => shell.showItemInFolder(path),
    startDrag: (paths) => void drag(window(), paths),
    composeMail: async ({ to = '', subject, body }) => {
      const fields = `subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body)}`;
      // The only address that leaves through openExternal, and its scheme is fixed (Electron's security checklist, 15).
      await shell.openExternal(`mailto:${encodeURIComponent(to)}?${fields}`);
    },
    markAsForeign,
    keepAwake,
    showProgress: (fraction) => {
      if (!window().isDestroyed()) window().setProgressBar(fraction ?? -1);
    },
    notify: ({ title, body }) => {
      if (Notification.isSupported()) new Notification({ title, body }).show();
    },
  };
}

async function openFile(path: string): Promise<void> {
  const refuse = (detail: string) =>
    new CarpetaError('INPUT_INVALID', 'not a file that is opened', { values: { path, detail } });
  if (!isOpenable(path)) throw refuse('kind');
  const complaint = await shell.openPath(path);
  if (complaint !== '') throw refuse(complaint);
}

async function drag({ webContents }: BrowserWindow, files: readonly string[]): Promise<void> {
  const [file] = files;
  if (file === undefined) return;
  // As the system itself shows a file of this kind.
  const icon = await app.getFileIcon(file);
  webContents.startDrag({ file, files: [...files], icon });
}

/** A blocker that is never stopped keeps a laptop awake for good: stopping it twice is harmless. */
function keepAwake(): () => void {
  const blocker = powerSaveBlocker.start('prevent-app-suspension');
  return () => {
    if (powerSaveBlocker.isStarted(blocker)) powerSaveBlocker.stop(blocker);
  };
}
