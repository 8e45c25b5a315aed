import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppMutation, useChanged } from '../../ipc/invoke-hooks.ts';
import { DialogEnd } from '../../ui/dialog-end.tsx';
import { ErrorMessage } from '../../ui/error-message/error-message.tsx';
import form from '../../ui/form.module.css';
import { navigate } from '../../ui/route.ts';
import screen from '../../ui/screen.module.css';
import { type WholeFirst, WholeFirstField } from './complete-dispatches-first.tsx';
import type { useFolder } from './folder-field.tsx';
import { type SeveralClients, SeveralClientsField } from './several-clients.tsx';

interface Props {
  destination: ReturnType<typeof useFolder>;
  several: SeveralClients;
  /** Whether the documents of all clients go into one file or mail. */
  isOneFile: boolean;
  whole: WholeFirst;
  /** Whether none of the documents known now would be delivered. */
  isNothing: boolean;
  isDisabled?: boolean;
  /** The label of the button that starts it. */
  label: string;
  /** Starts it into a folder; `isCompleted` if incomplete dispatches were completed just now. */
  begin: (folder: string, isCompleted: boolean) => Promise<{ deliveryId: string }>;
  /** Its other fields. */
  children: ReactNode;
  onClose: () => void;
}

/** The form of a delivery, which it opens: its fields, what has to be decided first, and its buttons. */
export function DeliveryForm(props: Props) {
  const { destination, several, whole, isDisabled = false, label, begin, onClose } = props;
  const { t } = useTranslation('deliveries');
  const changed = useChanged();
  const start = useAppMutation(async () => {
    if (!(await several.mayGo())) return;
    const into = await destination.orChosen(t('folder'));
    if (into === undefined || !(await destination.isThere())) return;
    const completed = await whole.first();
    if (completed === 'not-yet') return;
    const { deliveryId } = await begin(into, completed !== undefined);
    await changed(['deliveries.list']);
    onClose();
    navigate({ view: 'handovers', deliveryId });
  });
  const mayGrow = whole.isEnabled && whole.partial.length > 0;
  const isBlocked = destination.folderError !== undefined || several.isOpen || isDisabled;
  const canStart = !isBlocked && (mayGrow || !props.isNothing);
  return (
    <form
      className={form.form}
      onSubmit={(event) => {
        event.preventDefault();
        start.mutate();
      }}
    >
      {/* First: below the other fields it would be out of sight, and the button disabled for no reason. */}
      {props.isOneFile && <SeveralClientsField several={several} />}
      {props.children}
      <WholeFirstField whole={whole} button={label} isDisabled={start.isPending} />
      {start.error && <ErrorMessage error={start.error} />}
      <DialogEnd
        before={
          destination.folder === '' && canStart && <span className={screen.soft}>{t('startChoosing')}</span>
        }
        onCancel={onClose}
      >
        <Button type="submit" loading={start.isPending} disabled={!canStart} data-autofocus autoFocus>
          {label}
        </Button>
      </DialogEnd>
    </form>
  );
}
