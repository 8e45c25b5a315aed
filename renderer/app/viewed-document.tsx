import { useTranslation } from 'react-i18next';
import { preloadPdf } from '../components/document-viewer/file-view.tsx';
import { useRowNavigator } from '../components/document-viewer/row-navigator.ts';
import { documentName } from '../components/document-viewer/viewed-document.ts';
import Viewer from '../components/document-viewer/viewer.tsx';
import { downloadOfDocuments } from '../components/downloads-dialog/download-selection.ts';
import { useGetDocuments } from '../components/downloads-dialog/get-documents.ts';
import { missingFirst } from '../features/inspector/dispatch-facts.ts';
import { DocumentFacts } from '../features/inspector/document-facts.tsx';
import { useDispatchView } from '../features/inspector/use-dispatch-view.ts';
import { inTurn } from '../ui/idle.ts';
import { type Subject, useInspecting, useSubject, type Viewed } from '../ui/subject.ts';

// The app fetches this module while nobody waits for anything: what draws most documents comes after it. Where that fails, it is told where a document is
// to be drawn.
inTurn(preloadPdf).catch(() => undefined);

/** The document of what is inspected, in the viewer, for as long as somebody views it. */
export default function ViewedDocument() {
  const subject = useSubject();
  const { viewing } = useInspecting();
  return subject && viewing ? <DocumentOf subject={subject} through={viewing} /> : null;
}

function DocumentOf({ subject, through }: { subject: Subject; through: Viewed }) {
  const { t } = useTranslation('inspector');
  const { inspect, view } = useInspecting();
  const rows = useRowNavigator();
  const getDocuments = useGetDocuments();
  const { connectionId, number, rut, documentId, document } = subject;
  const known = useDispatchView({ connectionId, number, rut }, false).view;
  const own = document?.id === documentId ? document : undefined;
  const viewed = known?.documents.find(({ id }) => id === documentId) ?? own;
  const documents = missingFirst(known?.documents ?? []);
  const at = documents.findIndex(({ id }) => id === documentId);

  function goInDispatch(way: 'previous' | 'next') {
    const next = documents[at + (way === 'next' ? 1 : -1)];
    if (next) inspect({ ...subject, documentId: next.id });
  }
  const list =
    through === 'rows'
      ? { position: rows?.position, onGo: rows?.go }
      : { position: at < 0 ? undefined : { at: at + 1, of: documents.length }, onGo: goInDispatch };
  const name = viewed ? documentName(viewed) || t('noType') : '';
  return (
    <Viewer
      {...list}
      viewed={viewed}
      name={name}
      onDownload={viewed && (() => getDocuments(downloadOfDocuments([viewed])))}
      aside={<DocumentFacts number={number} view={known} document={viewed} />}
      onClose={() => view(undefined)}
    />
  );
}
