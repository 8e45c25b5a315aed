import {
  IconArchive,
  IconChecklist,
  IconEye,
  IconList,
  IconReceipt,
  IconScale,
  IconSend,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../ipc/bridge.ts';
import { type ListView, listViews, usePlace, withinOf } from '../ui/place.ts';
import styles from '../ui/rail-item.module.css';
import { RailItem } from '../ui/rail-item.tsx';
import { useRested } from '../ui/rest.ts';

const staleMs = 60_000;
const everything = { scope: {}, offset: 0, limit: 1 };

/** The marks of lists that are screens of their own; one that has none here has that of a list. */
const icons: Readonly<Partial<Record<ListView, typeof IconList>>> = { review: IconEye, folders: IconArchive };

/** The ways to what folders lack, what is worth a look, payments, and what is handed over; the counts are of all that is kept. */
export function CarpetaInRail() {
  const { t } = useTranslation('carpeta');
  const place = usePlace();
  // Counting all that is kept takes a processor for a second or more where there is much.
  const counting = { staleTime: staleMs, enabled: useRested() };
  const gaps = useCall('carpeta.gaps', everything, counting).data;
  const findings = useCall('carpeta.findings', { ...everything, withDismissed: false }, counting).data;
  // A person who looks at one client goes on looking at it.
  const within = withinOf(place);
  const listItem = (view: ListView, count = 0) => (
    <RailItem key={view} place={{ view, ...within }} icon={icons[view] ?? IconList} count={count}>
      {t(`lists.${view}`)}
    </RailItem>
  );
  return (
    <>
      <h2 className={styles.heading}>{t('heading')}</h2>
      <ul className={styles.list}>
        <RailItem
          place={{ view: 'missing', part: 'gaps', ...within }}
          icon={IconChecklist}
          count={gaps?.total ?? 0}
        >
          {t('rail.missing')}
        </RailItem>
        {listItem('review', findings?.total)}
        <RailItem place={{ view: 'payments', part: 'list', ...within }} icon={IconReceipt}>
          {t('rail.payments')}
        </RailItem>
        <RailItem place={{ view: 'cuadratura' }} icon={IconScale}>
          {t('rail.cuadratura')}
        </RailItem>
        {listViews.filter((view) => view !== 'review').map((view) => listItem(view))}
        <RailItem
          place={{ view: 'handovers' }}
          icon={IconSend}
          isCurrent={place.view === 'handovers' || place.view === 'package'}
        >
          {t('rail.handovers')}
        </RailItem>
      </ul>
    </>
  );
}
