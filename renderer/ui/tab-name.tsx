import type { ReactNode } from 'react';
import styles from './tab-name.module.css';

/** A tab's label, as wide as in bold, and its count. */
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
