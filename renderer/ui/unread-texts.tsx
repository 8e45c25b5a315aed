import { useTranslation } from 'react-i18next';
import type { TextStatus } from '../../shared/model/text-search.ts';
import screen from './screen.module.css';

/** How many files are unread, and so in no answer, and why. */
export function UnreadTexts({
  status: { waiting, unread, unreadTotal, waitingScans },
}: {
  status: TextStatus;
}) {
  const { t } = useTranslation('texts');
  if (unreadTotal === 0) return null;
  const counts = Object.entries({ waiting, ...unread }) as ['waiting' | keyof typeof unread, number][];
  return (
    <details className={screen.warn}>
      <summary>{t('unread', { count: unreadTotal })}</summary>
      <ul>
        {counts
          .filter(([, count]) => count > 0)
          .map(([reason, count]) => (
            <li key={reason}>{t(`reason.${reason}`, { count })}</li>
          ))}
        {waitingScans > 0 && <li>{t('waitingScans', { count: waitingScans })}</li>}
      </ul>
    </details>
  );
}
