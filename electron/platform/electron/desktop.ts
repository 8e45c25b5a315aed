import {
  app,
  type BrowserWindow,
  dialog,
  type NativeImage,
  Notification,
  nativeImage,
  powerMonitor,
  powerSaveBlocker,
  shell,
} from 'electron';
import { AppError } from '../../../shared/errors.ts';
import type { Desktop } from '../../host.ts';
import { markAsForeign } from '../node/mark-of-the-web.ts';
import { checkPage, isOpenable, openableEndings } from '../node/openable-files.ts';
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
    new AppError('FILE_NOT_OPENED', 'the file was not opened', { values: { path, detail } });
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

/** The system's dialogs, on top of the app's window. */
function createDialogs(
  window: () => BrowserWindow,
): Pick<Desktop, 'chooseFolder' | 'chooseSavePath' | 'chooseFile' | 'confirm'> {
  return {
    chooseFolder: async ({ title, startAt }) => {
      const { canceled, filePaths } = await dialog.showOpenDialog(window(), {
        title,
        ...(startAt && { defaultPath: startAt }),
        properties: ['openDirectory', 'createDirectory'],
      });
      return canceled ? undefined : filePaths[0];
    },
    chooseSavePath: async ({ title, suggestedName }) => {
      const { canceled, filePath } = await dialog.showSaveDialog(window(), {
        title,
        defaultPath: suggestedName,
      });
      return canceled || filePath === '' ? undefined : filePath;
    },
    chooseFile: async ({ title, extensions }) => {
      const { canceled, filePaths } = await dialog.showOpenDialog(window(), {
        title,
        filters: [{ name: title, extensions: [...extensions] }],
        properties: ['openFile'],
      });
      return canceled ? undefined : filePaths[0];
    },
    confirm: async ({ message, detail, yes, no }) => {
      const { response } = await dialog.showMessageBox(window(), {
        type: 'question',
        message,
        detail,
        buttons: [yes, no],
        // The page could simulate the key of the default button: the default is to decline.
        defaultId: 1,
        cancelId: 1,
        noLink: true,
      });
      return response === 0;
    },
  };
}

/** The icons of files that are dragged out of the window. */
interface DragIcons {
  /**
   * The system's icon for this file type, else a plain one: never empty, because Electron drags nothing
   * without an icon.
   */
  of(path: string): NativeImage;
}

/**
 * Icons of the document types, loaded in advance: the system returns an icon asynchronously, and a drag has
 * to begin synchronously.
 */
function createDragIcons(): DragIcons {
  const icons = new Map<string, NativeImage>();
  const plainIcon = createPlainIcon();
  for (const ending of openableEndings) {
    app.getFileIcon(`paper${ending}`).then(
      (icon) => icons.set(ending, icon),
      // The system has none: the plain one is used.
      () => icons.delete(ending),
    );
  }
  return {
    of(path) {
      const icon = icons.get(/\.[^.]+$/.exec(path)?.[0].toLowerCase() ?? '');
      return icon && !icon.isEmpty() ? icon : plainIcon;
    },
  };
}

/** A light rectangle with a darker edge, 24 by 32 pixels. */
function createPlainIcon(): NativeImage {
  const width = 24;
  const height = 32;
  const pixels = Buffer.alloc(width * height * 4, 0xff);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const isEdge = x === 0 || y === 0 || x === width - 1 || y === height - 1;
      if (isEdge) pixels.fill(0x80, (y * width + x) * 4, (y * width + x) * 4 + 3);
    }
  }
  return nativeImage.createFromBitmap(pixels, { width, height });
}
