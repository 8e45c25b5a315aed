import { IconPin, IconPinFilled } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { compositeKey } from '../../shared/composite-key.ts';
import type { Pin } from '../../shared/model/home.ts';
import { ToolButton } from './tool-button.tsx';
import { usePins } from './use-pins.ts';

/** Pins a client or a dispatch to the start screen, or unpins it. */
export function PinButton({ rut, dispatch }: Pin) {
  const { t } = useTranslation('ui');
  const { isPinned, setPinned } = usePins();
  const isHere = isPinned({ rut, dispatch });
  return (
    <ToolButton
      key={compositeKey(rut, dispatch?.connectionId ?? '', dispatch?.number ?? '')}
      icon={isHere ? IconPinFilled : IconPin}
      label={t('pin')}
      isPressed={isHere}
      onClick={() => setPinned({ rut, dispatch }, !isHere)}
    />
  );
}
