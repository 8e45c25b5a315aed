import { memo, useDeferredValue } from 'react';
import { useTranslation } from 'react-i18next';
import { Boundary } from '../ui/boundary.tsx';
import { type Subject, useSubject } from '../ui/subject.ts';
import styles from './app-window.module.css';
import { inspector } from './screen.tsx';

/**
 * What is inspected, drawn in pieces after the row that a person goes to: it takes longer than a frame, and
 * the next key need not wait for it.
 */
export function Inspected() {
  const subject = useDeferredValue(useSubject());
  return <OfSubject subject={subject} />;
}

/** Where it cannot be drawn, another one may be. */
const OfSubject = memo(({ subject }: { subject: Subject | undefined }) => {
  const { t } = useTranslation('desk');
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
