import { type BrowserWindow, dialog } from 'electron';
import type { Desktop } from '../../host.ts';

/** The system's dialogs, on top of the app's window. */
export function createDialogs(
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
