import { useTranslation } from 'react-i18next';
import { Dialog } from './dialog.tsx';
import { ErrorMessage } from './error-message/error-message.tsx';
import { useCommand } from './keyboard/use-command.ts';
import { useTakingBack } from './toast.tsx';

/** Takes back by its key what was dismissed or cleared last, and says why where that does not work. */
export function UndoKey() {
  const { t } = useTranslation('ui');
  const { takeBack, error, forgetError } = useTakingBack();
  useCommand('undo', takeBack);
  if (!error) return null;
  return (
    <Dialog title={t('undo')} onClose={forgetError}>
      <ErrorMessage error={error} />
    </Dialog>
  );
}
