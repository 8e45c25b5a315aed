import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Handover } from '../../../shared/model/handover.ts';
import { AskCompletely } from '../../components/get-documents/ask-completely.tsx';
import { goTo } from '../../ui/place.ts';
import screen from '../../ui/screen.module.css';
import { type Coming, comingWords } from './coming.ts';
import styles from './handover.module.css';
import { isAllComing } from './handover-words.ts';

interface Props {
  handover: Handover;
  /** What has become of what it has fetched. */
  coming: Coming | undefined;
}

/** What a package for an inspection added, what it could not have, and the way to make it again. */
export function PackedSummary({ handover: { id, packed, list }, coming }: Props) {
  const { t } = useTranslation('handover');
  const { t: common } = useTranslation('carpeta');
  const withoutFile = (packed?.withoutFile ?? 0) + (coming?.withoutFile ?? 0);
  const isGood = coming?.kind === 'over' && coming.notCame === 0;
  return (
    <div className={styles.summary}>
      {packed && (
        <>
          {!isAllComing(packed) && (
            <span className={packed.added > 0 ? screen.good : undefined}>
              {t('packed.added', { count: packed.added })}
            </span>
          )}
          {packed.alreadyThere > 0 && <span>{t('packed.there', { count: packed.alreadyThere })}</span>}
          {coming && (
            <span className={isGood ? screen.good : screen.warn}>{comingWords(coming, t).join(' · ')}</span>
          )}
          {packed.batchId === undefined && packed.notDownloaded.length > 0 && (
            <span className={screen.warn}>
              {t('packed.notDownloaded', { count: packed.notDownloaded.length })}
            </span>
          )}
          {withoutFile > 0 && <span>{t('packed.withoutFile', { count: withoutFile })}</span>}
          {packed.notFound.length > 0 && (
            <span className={screen.bad}>{t('packed.notFound', { count: packed.notFound.length })}</span>
          )}
        </>
      )}
      <span className={screen.push} />
      {packed && packed.partial.length > 0 && (
        <AskCompletely label={common('complete.ask')} isSmall dispatches={() => packed.partial} />
      )}
      {packed?.batchId !== undefined && coming?.kind !== 'unknown' && (
        <Button
          size="compact-xs"
          variant="default"
          onClick={() => goTo({ view: 'downloads', ...(packed.batchId && { batchId: packed.batchId }) })}
        >
          {t('seeDownload')}
        </Button>
      )}
      {list !== undefined && (
        <Button size="compact-xs" variant="default" onClick={() => goTo({ view: 'package', again: id })}>
          {t('makeAgain')}
        </Button>
      )}
    </div>
  );
}
