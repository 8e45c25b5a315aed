import { addState } from './state.ts';

export const dialogState = addState(() => ({
  /** What the person answers to the next dialog. */
  dialogAnswer: undefined as unknown,
  dialogs: [] as unknown[],
}));

async function showDialog(...given: unknown[]): Promise<unknown> {
  dialogState.dialogs.push(given.at(-1));
  return dialogState.dialogAnswer;
}
export const dialog = {
  showOpenDialog: showDialog,
  showSaveDialog: showDialog,
  showMessageBox: showDialog,
  showErrorBox: (title: string, content: string) => void dialogState.dialogs.push({ title, content }),
};
