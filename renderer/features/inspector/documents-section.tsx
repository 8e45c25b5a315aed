import { useTranslation } from 'react-i18next';
import type { KeptDocument } from '../../../shared/model/document.ts';
import { FileState } from '../../components/data-grid/cells.tsx';
import pane from '../../ui/pane.module.css';
import { type Subject, useInspecting } from '../../ui/subject.ts';
import { lackingFiles, missingFirst } from './dispatch-facts.ts';
import styles from './inspector.module.css';

interface Props {
  subject: Subject;
  documents: readonly KeptDocument[];
}

/** The documents of the dispatch, those without a file first. */
export function DocumentsSection({ subject, documents }: Props) {
  const { t } = useTranslation('inspector');
  const { inspect, view } = useInspecting();
  const lacking = lackingFiles(documents).map(({ standing, count }) => t(`lacking.${standing}`, { count }));
  return (
    <section className={pane.section}>
      <h3>
        {t('section.documents', { count: documents.length })}
        {lacking.length > 0 && <span>{lacking.join(' · ')}</span>}
      </h3>
      <ul className={styles.documents}>
        {missingFirst(documents).map((document) => (
          <li key={document.id}>
            <button
              type="button"
              className={styles.document}
              data-inactive={document.isActive ? undefined : true}
              {...(document.id === subject.documentId && { 'aria-current': true })}
              onClick={() => inspect({ ...subject, documentId: document.id })}
              onDoubleClick={() => view('dispatch')}
              onKeyDown={(event) => {
                if (event.key !== 'Enter' && event.key !== ' ') return;
                event.preventDefault();
                inspect({ ...subject, documentId: document.id });
                view('dispatch');
              }}
            >
              <span className={styles.type}>
                {document.type || t('noType')}{' '}
                {document.folio && <span className={`${styles.folio} ${pane.soft}`}>{document.folio}</span>}
              </span>
              <FileState document={document} />
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
