import { formatRoute, type Route } from '../../ui/route.ts';
import { TabName } from '../../ui/tab-name.tsx';
import styles from '../../ui/tabs.module.css';

interface Props {
  label: string;
  parts: readonly { key: string; route: Route; name: string; isCurrent: boolean }[];
}

/** The tabs of a screen as links, so that each has its own address. */
export function PartTabs({ label, parts }: Props) {
  return (
    <nav className={styles.tabs} aria-label={label}>
      {parts.map(({ key, route, name, isCurrent }) => (
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
