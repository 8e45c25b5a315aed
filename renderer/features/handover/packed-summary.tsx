import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Handover } from '../../../shared/model/handover.ts';
import { AskCompletely } from '../../components/get-documents/ask-completely.tsx';
import { goTo } from '../../ui/place.ts';
import screen from '../../ui/screen.module.css';
import styles from './handover.module.css';
import { fetchedLater } from './handover-words.ts';

/** What a package for an inspection added, what it could not have, and the way to make it again. */
export function PackedSummary({ handover: { id, packed, list } }: { handover: Handover }) {
  const { t } = useTranslation('handover');
  const { t: common } = useTranslation('carpeta');
  return (
    <div className={styles.summary}>
      {packed && (
        <>
          <span className={packed.added > 0 ? screen.good : undefined}>
            {t('packed.added', { count: packed.added })}
          </span>
          {packed.alreadyThere > 0 && <span>{t('packed.there', { count: packed.alreadyThere })}</span>}
          {packed.notDownloaded.length > 0 && (
            <span className={screen.warn}>
              {t(fetchedLater(packed) ? 'packed.asked' : 'packed.notDownloaded', {
                count: packed.notDownloaded.length,
              })}
            </span>
          )}
          {packed.withoutFile > 0 && <span>{t('packed.withoutFile', { count: packed.withoutFile })}</span>}
          {packed.notFound.length > 0 && (
            <span className={screen.bad}>{t('packed.notFound', { count: packed.notFound.length })}</span>
          )}
        </>
      )}
      <span className={screen.push} />
      {packed && packed.partial.length > 0 && (
        <AskCompletely label={common('complete.ask')} isSmall dispatches={() => packed.partial} />
      )}
      {list !== undefined && (
        <Button size="compact-xs" variant="default" onClick={() => goTo({ view: 'package', again: id })}>
          {t('makeAgain')}
        </Button>
      )}
    </div>
  );
}
