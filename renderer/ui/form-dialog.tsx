import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import type { AppError, ErrorData } from '../../shared/errors.ts';
import { Dialog } from './dialog.tsx';
import { DialogEnd } from './dialog-end.tsx';
import { ErrorMessage } from './error-message/error-message.tsx';
import form from './form.module.css';
import type { DialogProps } from './modal-dialog.tsx';

interface Props extends DialogProps {
  /** The label of the button that submits. */
  label: string;
  onSubmit: () => void;
  isDisabled?: boolean;
  isBusy: boolean;
  error?: AppError | ErrorData | null | undefined;
  /** Shown before the buttons. */
  before?: ReactNode;
}

/** A dialog with one form: its fields, the error of submitting them, and the buttons. */
export function FormDialog({
  label,
  onSubmit,
  isDisabled = false,
  isBusy,
  error,
  before,
  children,
  ...dialog
}: Props) {
  return (
    <Dialog {...dialog}>
      <form
        className={form.form}
        autoComplete="off"
        onSubmit={(event) => {
          event.preventDefault();
          // The form around a dialog that it opened would submit, too: events pass through portals.
          event.stopPropagation();
          onSubmit();
        }}
      >
        {children}
        {error && <ErrorMessage error={error} />}
        <DialogEnd before={before} onCancel={dialog.onClose}>
          <Button type="submit" disabled={isDisabled} loading={isBusy}>
            {label}
          </Button>
        </DialogEnd>
      </form>
    </Dialog>
  );
}
