import { memo, useDeferredValue } from 'react';
import { Boundary } from '../ui/boundary.tsx';
import { type Subject, useSubject } from '../ui/inspected-subject.ts';
import { inspector } from './screen.tsx';

/**
 * Renders the inspector deferred, after the row at the cursor: it takes longer than a frame and must not
 * delay the next key.
 */
export function DeferredInspector() {
  const subject = useDeferredValue(useSubject());
  return <OfSubject subject={subject} />;
}

/** A subject that cannot be rendered does not prevent the next one. */
const OfSubject = memo(({ subject }: { subject: Subject | undefined }) => (
  <Boundary about={subject}>{subject && <inspector.Component subject={subject} />}</Boundary>
));
