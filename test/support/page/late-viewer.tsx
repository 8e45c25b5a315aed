import { useEffect, useState } from 'react';
import Viewer, { type ViewerProps } from '../../../renderer/components/document-viewer/viewer.tsx';
import type { FindAtPage } from '../../../renderer/ui/inspected-subject.ts';

interface Props extends ViewerProps {
  /** The words of a hit whose line is read after the document opened. */
  late?: Promise<FindAtPage> | undefined;
}

/** The viewer, which may get words to look for once they are there. */
export function LateViewer({ late, ...props }: Props) {
  const [find, setFind] = useState(props.find);
  useEffect(() => void late?.then(setFind), [late]);
  return <Viewer {...props} find={find} />;
}
