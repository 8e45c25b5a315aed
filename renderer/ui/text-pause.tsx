import { useTranslation } from 'react-i18next';
import type { TextStatus } from '../../shared/model/text-search.ts';
import screen from './screen.module.css';

/** Why the files on this computer are not being read, while there is something to read. */
export function TextPause({ status: { state, unreadTotal, waitingScans } }: { status: TextStatus }) {
  const { t } = useTranslation('texts');
  const isOff = state === 'off';
  const waits = (state === 'transfers' || state === 'paused') && unreadTotal + waitingScans > 0;
  if (!isOff && !waits) return null;
  return (
    <p role="status" className={screen.warn}>
      {t(`state.${state}`)}
    </p>
  );
}
