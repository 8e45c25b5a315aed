import { Modal, type ModalProps } from '@mantine/core';
import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { LongActionNotice } from './long-action-notice.tsx';

export interface DialogProps {
  title: ReactNode;
  size?: ModalProps['size'];
  onClose: () => void;
  children: ReactNode;
}

/** The window of a dialog, with its focus handling. */
export default function DialogWindow({ title, size, onClose, children }: DialogProps) {
  const { t } = useTranslation('ui');
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
      <LongActionNotice isInDialog />
    </Modal>
  );
}

/** Focuses the dialog on mount: until Mantine focuses it, keys would reach what is below. */
function FocusFirst() {
  const anchor = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    const dialog = anchor.current?.closest<HTMLElement>('[role=dialog]');
    (dialog?.querySelector<HTMLElement>('[data-autofocus]') ?? dialog)?.focus();
  }, []);
  return <span ref={anchor} hidden />;
}
