import { type BrowserWindow, Notification, powerMonitor, powerSaveBlocker, shell } from 'electron';
import { AppError } from '../../../shared/errors.ts';
import type { Desktop } from '../../host.ts';
import { markAsForeign } from '../node/mark-of-the-web.ts';
import { checkPage, isOpenable } from '../node/openable-files.ts';
import { createDialogs } from './dialogs.ts';
import { createDragIcons, type DragIcons } from './drag-icons.ts';
import { bringToFront } from './single-instance.ts';

/** Without a key or a move of the mouse for so long, nobody uses the computer. */
const idleSeconds = 120;

/** What an app does for a person, through Electron. */
export function createDesktop(window: () => BrowserWindow): Required<Desktop> {
  const icons = createDragIcons();
  const notices = new Set<Notification>();
  return {
    ...createDialogs(window),
    openFile,
    // The program that shows a document prints it, too.
    printFile: openFile,
    showInFolder: async (path) => shell.showItemInFolder(path),
    startDrag: (paths) => drag(window(), icons, paths),
    composeMail,
    openPage,
    markAsForeign,
    keepAwake,
    isIdle,
    showProgress: (fraction) => {
      if (!window().isDestroyed()) window().setProgressBar(fraction ?? -1);
    },
    notify: (message) => notify(message, notices, () => bringToFront(window())),
  };
}

/** A system that cannot tell (`unknown`) counts as in use. */
function isIdle(): boolean {
  const isUnused = ['idle', 'locked'].includes(powerMonitor.getSystemIdleState(idleSeconds));
  return isUnused && !powerMonitor.isOnBatteryPower();
}

async function openFile(path: string): Promise<void> {
  const refuse = (detail: string) =>
    new AppError('INPUT_INVALID', 'not a file that is opened', { values: { path, detail } });
  if (!isOpenable(path)) throw refuse('kind');
  const complaint = await shell.openPath(path);
  if (complaint !== '') throw refuse(complaint);
}

const composeMail: Desktop['composeMail'] = async ({ to = '', subject, body }) => {
  const fields = `subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body)}`;
  try {
    // The scheme is fixed, as that of `openPage` is (Electron's security checklist, 15).
    await shell.openExternal(`mailto:${encodeURIComponent(to)}?${fields}`);
  } catch (cause) {
    throw new AppError('MAIL_NOT_OPENED', 'no mail program', { cause });
  }
};

async function openPage(address: string): Promise<void> {
  const page = checkPage(address);
  try {
    await shell.openExternal(page);
  } catch (cause) {
    throw new AppError('PAGE_NOT_OPENED', 'no browser', { values: { address: page }, cause });
  }
}

/** Synchronous: Electron begins a drag only while the page's own drag is in progress. */
function drag({ webContents }: BrowserWindow, icons: DragIcons, files: readonly string[]): void {
  const [file] = files;
  if (file !== undefined) webContents.startDrag({ file, files: [...files], icon: icons.of(file) });
}

/**
 * A clicked notification brings the app to the front. `shown` holds a reference until then: a collected
 * notification gets no click.
 */
function notify(
  message: { title: string; body: string },
  shown: Set<Notification>,
  onClick: () => void,
): void {
  if (!Notification.isSupported()) return;
  const notice = new Notification(message);
  shown.add(notice);
  notice.on('click', () => {
    shown.delete(notice);
    onClick();
  });
  notice.on('close', () => shown.delete(notice));
  notice.on('failed', () => shown.delete(notice));
  notice.show();
}

/** A blocker that is never stopped keeps a laptop awake for good; stopping it twice is harmless. */
function keepAwake(): () => void {
  const blocker = powerSaveBlocker.start('prevent-app-suspension');
  return () => {
    if (powerSaveBlocker.isStarted(blocker)) powerSaveBlocker.stop(blocker);
  };
}
