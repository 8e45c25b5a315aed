import { formatRoute, type Route } from '../../ui/route.ts';
import { TabName } from '../../ui/tab-name.tsx';
import styles from '../../ui/tabs.module.css';

interface Props {
  label: string;
  tabs: readonly { key: string; route: Route; name: string; isCurrent: boolean }[];
}

/** The tabs of a screen as links, so that each has its own address. */
export function PartTabs({ label, tabs }: Props) {
  return (
    <nav className={styles.tabs} aria-label={label}>
      {tabs.map(({ key, route, name, isCurrent }) => (
        <a
          key={key}
          className={styles.tab}
          href={formatRoute(route)}
          {...(isCurrent && { 'aria-current': 'page' as const })}
        >
          <TabName name={name} />
        </a>
      ))}
    </nav>
  );
}
