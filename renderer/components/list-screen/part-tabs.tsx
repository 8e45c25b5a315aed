import { type Place, writePlace } from '../../ui/route.ts';
import { TabName } from '../../ui/tab-name.tsx';
import styles from '../../ui/tabs.module.css';

interface Props {
  label: string;
  parts: readonly { key: string; place: Place; name: string; isCurrent: boolean }[];
}

/** The parts of a screen: links, so that each has its own address. */
export function PartTabs({ label, parts }: Props) {
  return (
    <nav className={styles.tabs} aria-label={label}>
      {parts.map(({ key, place, name, isCurrent }) => (
        <a
          key={key}
          className={styles.tab}
          href={writePlace(place)}
          {...(isCurrent && { 'aria-current': 'page' as const })}
        >
          <TabName name={name} />
        </a>
      ))}
    </nav>
  );
}
