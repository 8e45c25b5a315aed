import { useTranslation } from 'react-i18next';
import { useCall } from '../ipc/bridge.ts';
import { usePlace } from '../ui/place.ts';
import styles from '../ui/rail-item.module.css';
import { RailItem } from '../ui/rail-item.tsx';
import { placeOfSaved } from '../ui/saved-place.ts';

/** The saved searches, each a way to its rows. */
export function SavedInRail() {
  const { t } = useTranslation('saved');
  const place = usePlace();
  const saved = useCall('saved.list', undefined).data;
  return (
    <>
      <h2 className={styles.heading}>{t('heading')}</h2>
      {saved?.length === 0 && <p className={styles.hint}>{t('none')}</p>}
      <ul className={`${styles.list} ${styles.inner}`}>
        {saved?.map((search) => (
          <RailItem
            key={search.id}
            place={placeOfSaved(search)}
            count={search.news}
            isNew
            title={search.name}
            isCurrent={place.view === 'results' && place.savedId === search.id}
          >
            {search.name}
          </RailItem>
        ))}
      </ul>
    </>
  );
}
