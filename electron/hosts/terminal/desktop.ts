import type { Desktop } from '../../host.ts';
import { markAsForeign } from '../foreign-files/index.ts';

/** What a terminal can do for a person: nothing is chosen, shown or opened there; paths come with the command, and who types it has said yes. */
export const terminalDesktop: Desktop = {
  chooseFolder: async () => undefined,
  chooseSavePath: async () => undefined,
  chooseFile: async () => undefined,
  confirm: async () => true,
  openFile: async () => undefined,
  showInFolder: async () => undefined,
  printFile: async () => undefined,
  startDrag: () => undefined,
  composeMail: async () => undefined,
  openPage: async () => undefined,
  markAsForeign: (path) => markAsForeign(path),
  keepAwake: () => () => undefined,
  showProgress: () => undefined,
  notify: () => undefined,
};
