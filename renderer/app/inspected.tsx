import { memo, useDeferredValue } from 'react';
import { useTranslation } from 'react-i18next';
import { Boundary } from '../ui/boundary.tsx';
import { type Subject, useSubject } from '../ui/inspected-subject.ts';
import styles from './app-window.module.css';
import { inspector } from './screen.tsx';

/**
 * Renders the inspector deferred, after the row at the cursor: it takes longer than a frame and must not
 * delay the next key.
 */
export function Inspected() {
  const subject = useDeferredValue(useSubject());
  return <OfSubject subject={subject} />;
}

/** A subject that cannot be rendered does not prevent the next one. */
const OfSubject = memo(({ subject }: { subject: Subject | undefined }) => {
  const { t } = useTranslation('app-window');
  return (
    <Boundary about={subject}>
      {subject ? (
        <inspector.Component subject={subject} />
      ) : (
        <p className={styles.nothing}>{t('inspector.choose')}</p>
      )}
    </Boundary>
  );
});
