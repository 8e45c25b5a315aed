import { useTranslation } from 'react-i18next';
import { downloadOfDocuments } from '../components/document-actions/download-selection.ts';
import { useGetDocuments } from '../components/document-actions/open-download-dialog.ts';
import { preloadPdf } from '../components/document-viewer/file-view.tsx';
import { documentName } from '../components/document-viewer/previewed-document.ts';
import { useRowNavigator } from '../components/document-viewer/row-navigator.ts';
import Viewer from '../components/document-viewer/viewer.tsx';
import { DocumentFacts } from '../features/inspector/document-facts.tsx';
import { missingFirst } from '../features/inspector/inspected-dispatch.ts';
import { useDispatchView } from '../features/inspector/use-dispatch-view.ts';
import { useSetting } from '../ipc/settings-hooks.ts';
import { runWhenIdle } from '../ui/idle.ts';
import { type Preview, type Subject, useInspecting, useSubject } from '../ui/inspected-subject.ts';

// Loaded while the page is idle; preloads the PDF renderer, which most documents need. A failure is reported
// when a document is rendered.
runWhenIdle(preloadPdf).catch(() => undefined);

/** The document of the inspected row in the viewer, while the viewer is open. */
export default function PreviewedDocument() {
  const subject = useSubject();
  const { preview } = useInspecting();
  return subject && preview ? <DocumentOf subject={subject} through={preview} /> : null;
}

function DocumentOf({ subject, through }: { subject: Subject; through: Preview }) {
  const { t } = useTranslation('inspector');
  const { inspect, view } = useInspecting();
  const rows = useRowNavigator();
  const getDocuments = useGetDocuments();
  const { connectionId, number, rut, documentId, document } = subject;
  const known = useDispatchView({ connectionId, number, rut }, false).view;
  const own = document?.id === documentId ? document : undefined;
  const previewed = known?.documents.find(({ id }) => id === documentId) ?? own;
  const documents = missingFirst(known?.documents ?? [], useSetting('documentOrders')[rut]);
  const at = documents.findIndex(({ id }) => id === documentId);

  function goInDispatch(way: 'previous' | 'next') {
    const next = documents[at + (way === 'next' ? 1 : -1)];
    // The page of the hit, and how surely it was read, are of the document before.
    const { find, ...rest } = subject;
    const { page: _page, isUnsure: _isUnsure, ...looked } = find ?? { text: '' };
    if (next) inspect({ ...rest, documentId: next.id, ...(find && { find: looked }) });
  }
  const list =
    through === 'rows'
      ? { position: rows?.position, onGo: rows?.go }
      : { position: at < 0 ? undefined : { at: at + 1, of: documents.length }, onGo: goInDispatch };
  const name = previewed ? documentName(previewed) || t('noType') : '';
  return (
    <Viewer
      {...list}
      previewed={previewed}
      name={name}
      find={subject.find}
      onDownload={previewed && (() => getDocuments(downloadOfDocuments([previewed])))}
      aside={<DocumentFacts number={number} view={known} document={previewed} />}
      onClose={() => view(undefined)}
    />
  );
}
