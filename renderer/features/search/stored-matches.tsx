import { keepPreviousData } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { compositeKey } from '../../../shared/composite-key.ts';
import { useInvokeQuery } from '../../ipc/invoke-hooks.ts';
import { subjectOf } from '../../ui/inspected-subject.ts';
import { navigate } from '../../ui/route.ts';
import screen from '../../ui/screen.module.css';
import { DocumentChoice } from './document-choice.tsx';
import styles from './search.module.css';

const maxShown = 8;

/** Stored documents that match these words: found without querying the service. */
export function StoredMatches({ text, onGo }: { text: string; onGo: () => void }) {
  const { t } = useTranslation('search');
  const { t: ofRows } = useTranslation('grid');
  const { rows: found, unreadable = 0 } =
    useInvokeQuery('rows.find', { text }, { placeholderData: keepPreviousData }).data ?? {};
  return (
    <>
      <div className={styles.section}>
        <h2>{t('kept', { text })}</h2>
        <p className={screen.soft}>{t('keptMeans')}</p>
        {found?.length === 0 && unreadable === 0 && <p className={screen.soft}>{t('keptNone')}</p>}
        {unreadable > 0 && (
          <p className={screen.warn} role="status" title={ofRows('unreadableMeans')}>
            {ofRows('unreadable', { count: unreadable })}
          </p>
        )}
      </div>
      {found?.slice(0, maxShown).map((document) => {
        const { connectionId, id, type, folio, dispatchNumber, issuerName } = document;
        return (
          <DocumentChoice
            key={compositeKey(connectionId, id)}
            subject={subjectOf(document)}
            route={{ view: 'found', text }}
            name={[folio, type, dispatchNumber && t('oneDispatch', { number: dispatchNumber }), issuerName]}
            onGo={onGo}
          />
        );
      })}
      {found && found.length > maxShown && (
        <button
          type="button"
          className={styles.choice}
          onClick={() => {
            onGo();
            navigate({ view: 'found', text });
          }}
        >
          <span>{t('keptAll', { count: found.length })}</span>
        </button>
      )}
    </>
  );
}
