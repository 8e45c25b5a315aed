import type { ReactNode } from 'react';
import styles from './section.module.css';

/** A section of a settings screen that is closed at first. */
export function FoldedSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <details className={styles.folded}>
      <summary>
        <h2>{title}</h2>
      </summary>
      <div className={styles.section}>{children}</div>
    </details>
  );
}

/** A section of a settings screen, with its heading. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.section} aria-label={title}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}
