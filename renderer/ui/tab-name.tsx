import type { ReactNode } from 'react';
import styles from './tab-name.module.css';

/** What a tab is called, as wide as it is when it is bold, and how many there are of it. */
export function TabName({ name, count }: { name: string; count?: ReactNode }) {
  return (
    <>
      <span className={styles.name} data-name={name}>
        {name}
      </span>
      {count !== undefined && <span className={styles.count}>{count}</span>}
    </>
  );
}
