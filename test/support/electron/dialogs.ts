import { needReady } from './life-cycle.ts';
import { addState } from './state.ts';

/**
 * All but the error box, which has to work before, too (`checkAppInitialized`, `lib/browser/api/dialog.ts`).
 */
const needDialogs = () => needReady('dialog module can only be used after app is ready');

/** The person has not yet answered the next message box. */
export const unanswered = Symbol('unanswered');

export const dialogState = addState(() => ({
  /** What the person answers to the next dialog. */
  dialogAnswer: undefined as unknown,
  dialogs: [] as unknown[],
  /** The window that each message box hangs on; undefined where it stands alone. */
  boxWindows: [] as unknown[],
  /** Answers a message box that was left `unanswered`. */
  answerDialog: undefined as ((result: unknown) => void) | undefined,
}));

interface MessageBox {
  cancelId?: number;
  signal?: AbortSignal;
}

/**
 * A message box is closed when its signal ends, and answers as if it had been cancelled
 * (`lib/browser/api/dialog.ts`).
 */
async function showMessageBox(...args: unknown[]): Promise<unknown> {
  needDialogs();
  const box = args.at(-1) as MessageBox;
  dialogState.dialogs.push(box);
  dialogState.boxWindows.push(args.length > 1 ? args[0] : undefined);
  if (dialogState.dialogAnswer !== unanswered) return dialogState.dialogAnswer;
  return new Promise((resolve) => {
    dialogState.answerDialog = resolve;
    box.signal?.addEventListener('abort', () => resolve({ response: box.cancelId }));
  });
}

async function showDialog(...args: unknown[]): Promise<unknown> {
  needDialogs();
  dialogState.dialogs.push(args.at(-1));
  return dialogState.dialogAnswer;
}
export const dialog = {
  showOpenDialog: showDialog,
  showSaveDialog: showDialog,
  showMessageBox,
  showErrorBox: (title: string, content: string) => void dialogState.dialogs.push({ title, content }),
};
