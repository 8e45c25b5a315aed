import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatRoute, type Route } from '../../ui/route.ts';
import { TabName } from '../../ui/tab-name.tsx';
import styles from '../../ui/tabs.module.css';

interface Tab {
  key: string;
  route: Route;
  name: string;
  isCurrent: boolean;
}

interface Props {
  label: string;
  tabs: readonly Tab[];
  /** Tabs that are seldom needed: behind a button, unless one of them is current. */
  advanced?: readonly Tab[];
}

/** The tabs of a screen as links, so that each has its own address. */
export function PartTabs({ label, tabs, advanced = [] }: Props) {
  const { t } = useTranslation('ui');
  const [isToggled, setToggled] = useState<boolean>();
  const isOpen = isToggled ?? advanced.some(({ isCurrent }) => isCurrent);
  // The current one is shown in any case.
  const shown = isOpen ? advanced : advanced.filter(({ isCurrent }) => isCurrent);
  const Icon = isOpen ? IconChevronDown : IconChevronRight;
  return (
    <nav className={styles.tabs} aria-label={label}>
      {tabs.map((tab) => (
        <TabLink key={tab.key} tab={tab} />
      ))}
      {advanced.length > 0 && (
        <button
          type="button"
          className={styles.tab}
          aria-expanded={isOpen}
          onClick={() => setToggled(!isOpen)}
        >
          <Icon className={styles.icon} size={14} aria-hidden />
          {t('advanced')}
        </button>
      )}
      {shown.map((tab) => (
        <TabLink key={tab.key} tab={tab} />
      ))}
    </nav>
  );
}

function TabLink({ tab: { route, name, isCurrent } }: { tab: Tab }) {
  return (
    <a
      className={styles.tab}
      href={formatRoute(route)}
      {...(isCurrent && { 'aria-current': 'page' as const })}
    >
      <TabName name={name} />
    </a>
  );
}
