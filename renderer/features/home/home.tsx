import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './home.module.css';

/** The start screen: the day, and beside it what to search for. */
export function Home({ day, beside }: { day: ReactNode; beside: ReactNode }) {
  const { t } = useTranslation('app-window');
  return (
    <section className={styles.home}>
      <h1>{t('home.title')}</h1>
      <p>{t('home.hint')}</p>
      <div className={styles.columns}>
        <div className={styles.day}>{day}</div>
        <div className={styles.beside}>{beside}</div>
      </div>
    </section>
  );
}
