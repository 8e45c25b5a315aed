import {
  IconBell,
  IconBuilding,
  IconChecklist,
  IconDownload,
  IconEye,
  IconHelp,
  IconHome,
  IconList,
  IconPlugConnected,
  IconReceipt,
  IconScale,
  IconSend,
  IconSettings,
  IconUsers,
} from '@tabler/icons-react';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { UpdateItem } from '../features/updates/update-in-sidebar.tsx';
import { useInvokeQuery } from '../ipc/invoke-hooks.ts';
import { useIdle } from '../ui/idle.ts';
import { useRunCommand } from '../ui/keyboard/use-command.ts';
import { advancedViews, type ListView, listViews, useRoute, withinOf } from '../ui/route.ts';
import styles from '../ui/sidebar-item.module.css';
import { SidebarItem } from '../ui/sidebar-item.tsx';
import { countedAgainMs, useMissingTotal } from '../ui/use-missing-total.ts';
import { useDirectoryKind } from '../ui/use-user-role.ts';
import { PinnedItems } from './pinned-items.tsx';
import { SavedSearchItems } from './saved-searches.tsx';

/** Links to every screen; each link determines by itself whether it is current. */
export const Sidebar = memo(() => {
  const { t } = useTranslation('app-window');
  const run = useRunCommand();
  const saved = useInvokeQuery('saved.list', undefined).data;
  const whose = useDirectoryKind();
  const changeCount = saved?.reduce((sum, each) => sum + each.news, 0) ?? 0;
  return (
    <div className={styles.sidebar}>
      <ul>
        <SidebarItem route={{ view: 'home' }} icon={IconHome}>
          {t('rail.home')}
        </SidebarItem>
        <SidebarItem route={{ view: 'news' }} icon={IconBell} count={changeCount} isNew>
          {t('rail.news')}
        </SidebarItem>
      </ul>
      <DossierItems />
      <SavedSearchItems />
      {/* Below what is there from the start: nothing that somebody is about to press moves. */}
      {useIdle() && <PinnedItems />}
      <UpdateItem />
      <ul className={styles.foot}>
        <SidebarItem route={{ view: 'clients' }} icon={whose === 'clients' ? IconUsers : IconBuilding}>
          {t(`rail.${whose}`)}
        </SidebarItem>
        <SidebarItem route={{ view: 'downloads' }} icon={IconDownload}>
          {t('rail.downloads')}
        </SidebarItem>
        <SidebarItem route={{ view: 'connections' }} icon={IconPlugConnected}>
          {t('rail.connections')}
        </SidebarItem>
        <SidebarItem route={{ view: 'settings' }} icon={IconSettings}>
          {t('rail.settings')}
        </SidebarItem>
        <SidebarItem
          route={{ view: 'help' }}
          icon={IconHelp}
          title={t('command.help')}
          onGo={() => run('help')}
        >
          {t('rail.help')}
        </SidebarItem>
      </ul>
    </div>
  );
});

const everything = { scope: {}, offset: 0, limit: 1 };

/** The icons of list screens; a view without an entry has the list icon. */
const icons: Readonly<Partial<Record<ListView, typeof IconList>>> = { review: IconEye };
/** The list screens below those with a fixed place. */
const otherLists = listViews.filter(
  (view) => view !== 'review' && !advancedViews.some((one) => one === view),
);

/** Links to missing documents, review, payments and deliveries; the counts cover all stored documents. */
function DossierItems() {
  const { t } = useTranslation('dossier');
  const route = useRoute();
  const counting = { staleTime: countedAgainMs, enabled: useIdle() };
  const missingDocuments = useMissingTotal();
  const findings = useInvokeQuery('dossier.findings', { ...everything, withDismissed: false }, counting).data;
  // The scope of one client stays selected on the next screen.
  const within = withinOf(route);
  const listItem = (view: ListView, count = 0) => (
    <SidebarItem key={view} route={{ view, ...within }} icon={icons[view] ?? IconList} count={count}>
      {t(`lists.${view}`)}
    </SidebarItem>
  );
  return (
    <>
      <h2 className={styles.heading}>{t('heading')}</h2>
      <ul>
        <SidebarItem
          route={{ view: 'missing', part: 'gaps', ...within }}
          icon={IconChecklist}
          count={missingDocuments?.total ?? 0}
        >
          {t('rail.missing')}
        </SidebarItem>
        {listItem('review', findings?.total)}
        <SidebarItem route={{ view: 'payments', part: 'table', ...within }} icon={IconReceipt}>
          {t('rail.payments')}
        </SidebarItem>
        <SidebarItem route={{ view: 'cuadratura' }} icon={IconScale}>
          {t('rail.cuadratura')}
        </SidebarItem>
        {otherLists.map((view) => listItem(view))}
        <SidebarItem
          route={{ view: 'handovers' }}
          icon={IconSend}
          isCurrent={route.view === 'handovers' || route.view === 'package'}
        >
          {t('rail.handovers')}
        </SidebarItem>
      </ul>
    </>
  );
}
