import { useTranslation } from 'react-i18next';
import { Dialog } from './dialog.tsx';
import { ErrorMessage } from './error-message/error-message.tsx';
import { useCommand } from './keyboard/use-command.ts';
import { useUndo } from './undo.ts';

/** Handles the undo key, and reports a failed undo. */
export function UndoKey() {
  const { t } = useTranslation('ui');
  const { runUndo, error, forgetError } = useUndo();
  useCommand('undo', runUndo);
  if (!error) return null;
  return (
    <Dialog title={t('undo')} onClose={forgetError}>
      <ErrorMessage error={error} />
    </Dialog>
  );
}
