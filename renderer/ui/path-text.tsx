import styles from './path-text.module.css';

/** Characters at the end of a name that are never truncated: its number and its extension. */
const minTailChars = 16;

/**
 * A path on one line, its name first. If it does not fit, its folders are truncated first, then the middle of
 * its name.
 */
export function PathText({ path }: { path: string }) {
  const nameAt = Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1;
  const endAt = Math.max(nameAt, path.length - minTailChars);
  return (
    <span className={styles.path} title={path}>
      <span className={styles.file}>
        <span className={styles.name}>{path.slice(nameAt, endAt)}</span>
        <span className={styles.end}>{path.slice(endAt)}</span>
      </span>
      <span className={styles.folders}>{path.slice(0, nameAt)}</span>
    </span>
  );
}
