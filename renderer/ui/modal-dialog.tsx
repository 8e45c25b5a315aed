import { Modal, type ModalProps } from '@mantine/core';
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LongActionNotice } from './long-action-notice.tsx';

export interface DialogProps {
  title: ReactNode;
  size?: ModalProps['size'];
  onClose: () => void;
  children: ReactNode;
}

/** The open dialogs, the topmost last. */
const openDialogs: object[] = [];

/** Closes only the topmost dialog: Escape reaches those below it, too. */
function useCloseTopmost(onClose: () => void): () => void {
  const [self] = useState<object>(() => ({}));
  useEffect(() => {
    openDialogs.push(self);
    return () => void openDialogs.splice(openDialogs.indexOf(self), 1);
  }, [self]);
  return () => {
    if (openDialogs.at(-1) === self) onClose();
  };
}

/** The window of a dialog, with its focus handling. */
export default function ModalDialog({ title, size, onClose, children }: DialogProps) {
  const { t } = useTranslation('ui');
  return (
    <Modal
      opened
      onClose={useCloseTopmost(onClose)}
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
