import { useTranslation } from 'react-i18next';
import { useRowNavigator } from '../components/document-viewer/row-navigator.ts';
import { preloadPdf } from '../components/document-viewer/shown-paper.tsx';
import { paperName } from '../components/document-viewer/viewed-paper.ts';
import Viewer from '../components/document-viewer/viewer.tsx';
import { useGetPapers } from '../components/downloads-dialog/get-papers.ts';
import { wantedDocuments } from '../components/downloads-dialog/wanted.ts';
import { missingFirst } from '../features/inspector/dispatch-facts.ts';
import { PaperFacts } from '../features/inspector/paper-facts.tsx';
import { useDispatchView } from '../features/inspector/use-dispatch-view.ts';
import { inTurn } from '../ui/idle.ts';
import { type Subject, useInspecting, useSubject, type Viewed } from '../ui/subject.ts';

// The desk fetches this module while nobody waits for anything: what draws most papers comes after it. Where that fails, it is told where a paper is
// to be drawn.
inTurn(preloadPdf).catch(() => undefined);

/** The paper of what is inspected, in the viewer, for as long as somebody views it. */
export default function ViewedPaper() {
  const subject = useSubject();
  const { viewing } = useInspecting();
  return subject && viewing ? <PaperOf subject={subject} through={viewing} /> : null;
}

function PaperOf({ subject, through }: { subject: Subject; through: Viewed }) {
  const { t } = useTranslation('inspector');
  const { inspect, view } = useInspecting();
  const rows = useRowNavigator();
  const getPapers = useGetPapers();
  const { connectionId, number, rut, documentId, document } = subject;
  const known = useDispatchView({ connectionId, number, rut }, false).view;
  const own = document?.id === documentId ? document : undefined;
  const paper = known?.documents.find(({ id }) => id === documentId) ?? own;
  const papers = missingFirst(known?.documents ?? []);
  const at = papers.findIndex(({ id }) => id === documentId);

  function goInDispatch(way: 'previous' | 'next') {
    const next = papers[at + (way === 'next' ? 1 : -1)];
    if (next) inspect({ ...subject, documentId: next.id });
  }
  const list =
    through === 'rows'
      ? { position: rows?.position, onGo: rows?.go }
      : { position: at < 0 ? undefined : { at: at + 1, of: papers.length }, onGo: goInDispatch };
  const name = paper ? paperName(paper) || t('noType') : '';
  return (
    <Viewer
      {...list}
      paper={paper}
      name={name}
      onDownload={paper && (() => getPapers(wantedDocuments([paper])))}
      beside={<PaperFacts number={number} view={known} paper={paper} />}
      onClose={() => view(undefined)}
    />
  );
}
