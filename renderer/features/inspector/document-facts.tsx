import { useTranslation } from 'react-i18next';
import type { StoredDocument } from '../../../shared/model/document.ts';
import type { DispatchView } from '../../../shared/model/search.ts';
import { StateText } from '../../components/data-grid/cells.tsx';
import screen from '../../ui/screen.module.css';
import { AllFields, FirstFacts } from './dispatch-sections.tsx';
import { DocumentSection } from './document-section.tsx';
import { dispatchObject, stateOf } from './inspected-dispatch.ts';
import styles from './inspector.module.css';

interface Props {
  /** `''` if the document belongs to no dispatch. */
  number: string;
  /** The stored data of its dispatch, once loaded. */
  view: DispatchView | undefined;
  document: StoredDocument | undefined;
}

/** The service's facts about a document and its dispatch, shown next to the document. */
export function DocumentFacts({ number, view, document }: Props) {
  const { t } = useTranslation('inspector');
  const object = view ? dispatchObject(view) : {};
  return (
    <div className={screen.screen}>
      {number !== '' && (
        <div className={styles.head}>
          <h2>{t('title', { number })}</h2>
          {view && <StateText state={stateOf(view, object)} />}
        </div>
      )}
      {document && <DocumentSection document={document} retry={undefined} />}
      <FirstFacts object={object} />
      {view && <AllFields view={view} selected={document} />}
    </div>
  );
}
