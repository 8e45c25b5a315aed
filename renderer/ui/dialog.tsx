import { Modal, type ModalProps } from '@mantine/core';
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lastFocus } from './last-focus.ts';

interface Props {
  title: ReactNode;
  size?: ModalProps['size'];
  onClose: () => void;
  children: ReactNode;
}

/** A dialog for as long as it is there; the focus goes back to where it was. */
export function Dialog({ title, size, onClose, children }: Props) {
  const { t } = useTranslation('ui');
  const [before] = useState(lastFocus);
  useEffect(() => () => before?.focus(), [before]);
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
