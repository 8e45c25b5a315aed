import { Button, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Dialog } from './dialog.tsx';
import { DialogEnd } from './dialog-end.tsx';
import styles from './theme.module.css';

interface Props {
  title: string;
  text: string;
  /** The label of the confirm button. */
  label: string;
  /** That of the button that changes nothing; by default *Cancelar*. */
  backLabel?: string;
  /** Called once the dialog is closed. */
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks for confirmation of something that cannot be undone. */
export function ConfirmDialog({ title, text, label, backLabel, onConfirm, onClose }: Props) {
  const { t } = useTranslation('ui');
  return (
    <Dialog title={title} onClose={onClose}>
      <Text size="sm" mb="md">
        {text}
      </Text>
      <DialogEnd>
        <Button variant="default" data-autofocus onClick={onClose}>
          {backLabel ?? t('cancel')}
        </Button>
        <Button
          className={styles.danger ?? ''}
          onClick={() => {
            onClose();
            onConfirm();
          }}
        >
          {label}
        </Button>
      </DialogEnd>
    </Dialog>
  );
}
