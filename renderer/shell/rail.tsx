import { IconBell, IconDownload, IconPlugConnected, IconSettings, IconUsers } from '@tabler/icons-react';
import type { ComponentType, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { UpdateInRail } from '../features/updates/update-in-rail.tsx';
import { useCall } from '../ipc/bridge.ts';
import { formatCount } from '../ui/format.ts';
import { type Place, usePlace, writePlace } from '../ui/place.ts';
import { CarpetaInRail } from './carpeta-in-rail.tsx';
import styles from './rail.module.css';
import { SavedInRail } from './saved-in-rail.tsx';

/** The way to every screen. */
export function Rail() {
  const { t } = useTranslation('desk');
  const saved = useCall('saved.list', undefined).data;
  const news = saved?.reduce((sum, each) => sum + each.news, 0) ?? 0;
  return (
    <div className={styles.rail}>
      <ul className={styles.list}>
        <RailItem place={{ view: 'news' }} icon={IconBell} count={news} isNew>
          {t('rail.news')}
        </RailItem>
      </ul>
      <CarpetaInRail />
      <SavedInRail />
      <UpdateInRail />
      <ul className={`${styles.list} ${styles.foot}`}>
        <RailItem place={{ view: 'clients' }} icon={IconUsers}>
          {t('rail.clients')}
        </RailItem>
        <RailItem place={{ view: 'downloads' }} icon={IconDownload}>
          {t('rail.downloads')}
        </RailItem>
        <RailItem place={{ view: 'connections' }} icon={IconPlugConnected}>
          {t('rail.connections')}
        </RailItem>
        <RailItem place={{ view: 'settings' }} icon={IconSettings}>
          {t('rail.settings')}
        </RailItem>
      </ul>
    </div>
  );
}

interface ItemProps {
  place: Place;
  icon?: ComponentType<{ size?: number; 'aria-hidden'?: boolean }>;
  count?: number;
  /** The count is of things nobody has seen yet. */
  isNew?: boolean;
  /** Whether the person is there; by default when the view is the same. */
  isCurrent?: boolean;
  /** All of a name that may be cut. */
  title?: string;
  children: ReactNode;
}

/** One line of the rail: a link, so that it works as one by keyboard and for screen readers. */
export function RailItem({
  place,
  icon: Icon,
  count = 0,
  isNew = false,
  isCurrent,
  title,
  children,
}: ItemProps) {
  const here = usePlace();
  const isHere = isCurrent ?? here.view === place.view;
  return (
    <li>
      <a
        className={styles.item}
        href={writePlace(place)}
        title={title}
        {...(isHere && { 'aria-current': 'page' as const })}
      >
        {Icon && <Icon size={16} aria-hidden />}
        <span>{children}</span>
        {count > 0 && (
          <span className={styles.count} {...(isNew && { 'data-new': true })}>
            {formatCount(count)}
          </span>
        )}
      </a>
    </li>
  );
}
