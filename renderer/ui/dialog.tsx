import { Modal, type ModalProps } from '@mantine/core';
import { type ReactNode, useEffect, useState } from 'react';
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
      {children}
    </Modal>
  );
}
