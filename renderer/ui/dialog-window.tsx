import { Modal, type ModalProps, Text } from '@mantine/core';
import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useHasLongAct } from '../ipc/bridge.ts';

export interface DialogProps {
  title: ReactNode;
  size?: ModalProps['size'];
  onClose: () => void;
  children: ReactNode;
}

/** What a dialog looks like, and that it has the keys. */
export default function DialogWindow({ title, size, onClose, children }: DialogProps) {
  const { t } = useTranslation('ui');
  const hasLongAct = useHasLongAct();
  return (
    <Modal
      opened
      onClose={onClose}
      title={title}
      returnFocus={false}
      closeButtonProps={{ 'aria-label': t('close') }}
      {...(size !== undefined && { size })}
    >
      <FocusFirst />
      {children}
      <Text size="sm" c="dimmed" role="status">
        {hasLongAct && t('longAct')}
      </Text>
    </Modal>
  );
}

/** Gives the dialog the keys as soon as it is there: what is pressed until the dialog takes them by itself would go to what lies under it. */
function FocusFirst() {
  const place = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    const dialog = place.current?.closest<HTMLElement>('[role=dialog]');
    (dialog?.querySelector<HTMLElement>('[data-autofocus]') ?? dialog)?.focus();
  }, []);
  return <span ref={place} hidden />;
}
