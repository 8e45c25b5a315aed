import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useAppMutation, useChanged } from '../../ipc/invoke-hooks.ts';
import { DialogEnd } from '../../ui/dialog-end.tsx';
import { ErrorMessage } from '../../ui/error-message/error-message.tsx';
import { navigate } from '../../ui/route.ts';
import screen from '../../ui/screen.module.css';

/** Starts a delivery and opens it; `'not-yet'` if the person has to decide something first. */
export function useDelivery(begin: () => Promise<{ deliveryId: string } | 'not-yet'>, onClose: () => void) {
  const changed = useChanged();
  return useAppMutation(async () => {
    const begun = await begin();
    if (begun === 'not-yet') return;
    const { deliveryId } = begun;
    await changed(['handover.list']);
    onClose();
    navigate({ view: 'handovers', deliveryId });
  });
}

interface Props {
  /** `''` until one is selected: the first start asks for it. */
  folder: string;
  start: ReturnType<typeof useDelivery>;
  /** The label of the button that starts it. */
  label: string;
  isDisabled: boolean;
  onClose: () => void;
}

/** The footer of a delivery form: its error, the open question, and its buttons. */
export function DeliveryEnd({ folder, start, label, isDisabled, onClose }: Props) {
  const { t } = useTranslation('deliveries');
  return (
    <>
      {start.error && <ErrorMessage error={start.error} />}
      <DialogEnd
        before={folder === '' && !isDisabled && <span className={screen.soft}>{t('startChoosing')}</span>}
        onCancel={onClose}
      >
        <Button type="submit" loading={start.isPending} disabled={isDisabled} data-autofocus autoFocus>
          {label}
        </Button>
      </DialogEnd>
    </>
  );
}
