import {
  IconBell,
  IconBuilding,
  IconDownload,
  IconHelp,
  IconHome,
  IconPlugConnected,
  IconSettings,
  IconUsers,
} from '@tabler/icons-react';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { UpdateInRail } from '../features/updates/update-in-rail.tsx';
import { useCall } from '../ipc/bridge.ts';
import { useRunCommand } from '../ui/keyboard/use-command.ts';
import { useWhoseBook } from '../ui/office.ts';
import styles from '../ui/rail-item.module.css';
import { RailItem } from '../ui/rail-item.tsx';
import { CarpetaInRail } from './carpeta-in-rail.tsx';
import { SavedInRail } from './saved-in-rail.tsx';

/** The way to every screen; which of them the person is at, each line finds out by itself. */
export const Rail = memo(() => {
  const { t } = useTranslation('desk');
  const run = useRunCommand();
  const saved = useCall('saved.list', undefined).data;
  const whose = useWhoseBook();
  const news = saved?.reduce((sum, each) => sum + each.news, 0) ?? 0;
  return (
    <div className={styles.rail}>
      <ul className={styles.list}>
        <RailItem place={{ view: 'home' }} icon={IconHome}>
          {t('rail.home')}
        </RailItem>
        <RailItem place={{ view: 'news' }} icon={IconBell} count={news} isNew>
          {t('rail.news')}
        </RailItem>
      </ul>
      <CarpetaInRail />
      <SavedInRail />
      <UpdateInRail />
      <ul className={`${styles.list} ${styles.foot}`}>
        <RailItem place={{ view: 'clients' }} icon={whose === 'clients' ? IconUsers : IconBuilding}>
          {t(`rail.${whose}`)}
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
        <li>
          <button type="button" className={styles.item} title={t('command.keys')} onClick={() => run('keys')}>
            <IconHelp size={16} aria-hidden />
            <span>{t('rail.help')}</span>
          </button>
        </li>
      </ul>
    </div>
  );
});
