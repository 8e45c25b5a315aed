import type { PDFDocumentProxy } from 'pdfjs-dist';
import { useEffect, useImperativeHandle, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AppError } from '../../../shared/errors.ts';
import { invoke } from '../../ipc/invoke-hooks.ts';
import { ErrorMessage } from '../../ui/error-message/error-message.tsx';
import { listedPages } from './listed-pages.ts';
import { type OpenedPdf, openPdf } from './open-pdf.ts';
import { PdfJsViewer, watchDrawing } from './pdfjs-viewer.ts';
import { type FileViewProps, useReportState, type ViewState } from './view-handle.ts';
import styles from './viewer.module.css';

interface Props extends FileViewProps {
  base64: string;
}

/** A PDF: its pages in one column, the visible ones rendered. Loaded when the first document is shown. */
export default function PdfView({ base64, previewed: { connectionId, id }, otherwise, ...rest }: Props) {
  const { t } = useTranslation('viewer');
  const [opened, setOpened] = useState<OpenedPdf>({ kind: 'opening' });
  useEffect(() => {
    const wordsOf = (page: number) => invoke('texts.recognized', { connectionId, id, page });
    return openPdf(Uint8Array.fromBase64(base64), setOpened, wordsOf);
  }, [base64, connectionId, id]);
  if (opened.kind === 'opening') return <p className={styles.note}>{t('opening')}</p>;
  if (opened.kind === 'open') return <Pages document={opened.document} onStuck={opened.giveUp} {...rest} />;
  if (opened.kind === 'too-heavy') {
    return (
      <div className={styles.note}>
        <ErrorMessage error={tooHeavy}>{otherwise}</ErrorMessage>
      </div>
    );
  }
  return (
    <div className={styles.note} role="status">
      <p>{t(notes[opened.kind])}</p>
      {otherwise}
    </div>
  );
}

/** The note about a PDF that cannot be shown, by the reason. */
const notes = { locked: 'locked', damaged: 'damaged', noPages: 'noPages' } as const;

const tooHeavy = new AppError('PAPER_TOO_HEAVY', 'the document takes too much time');

interface PagesProps extends Omit<Props, 'base64' | 'previewed' | 'otherwise'> {
  document: PDFDocumentProxy;
  /** Called when a page is not rendered in time. */
  onStuck: () => void;
}

function Pages({ document, name, handle, scroller, onState, onStuck }: PagesProps) {
  const { t } = useTranslation('viewer');
  const pages = useRef<HTMLDivElement>(null);
  const shown = useRef<PdfJsViewer>(undefined);
  const [state, setState] = useState<ViewState>({ abilities: [] });
  /** The document whose pages exist. */
  const [made, setMade] = useState<PDFDocumentProxy>();
  useEffect(() => {
    const container = scroller.current;
    const viewer = pages.current;
    if (!container || !viewer) return;
    const showing = new PdfJsViewer(document, { container, viewer }, (change) =>
      setState((now) => ({ ...now, ...change })),
    );
    const stopWatching = watchDrawing(showing.viewer, onStuck);
    showing.viewer.eventBus.on('pagesinit', () => setMade(document), { once: true });
    shown.current = showing;
    return () => {
      shown.current = undefined;
      stopWatching();
      showing.stop();
    };
  }, [document, scroller, onStuck]);
  const lost = useLostPages(document);
  const count = document.numPages;
  useEffect(() => {
    if (made !== document) return;
    for (const page of pages.current?.querySelectorAll<HTMLElement>('[data-page-number]') ?? [])
      page.setAttribute('aria-label', t('pageOf', { number: page.dataset['pageNumber'] ?? '', name }));
  }, [made, document, name, t]);
  useImperativeHandle(handle, () => ({
    zoom: (action) => shown.current?.zoom(action),
    turn: () => shown.current?.turn(),
    find: (text, way, page) => shown.current?.find(text, way, page),
  }));
  useReportState(onState, state);
  return (
    <>
      {lost.length > 0 && (
        <p className={`${styles.unsaved} ${styles.lost}`} role="status">
          {t('lost', { count: lost.length, pages: listedPages(lost) })}
        </p>
      )}
      <div ref={pages} className={`pdfViewer ${styles.pdf}`} data-pages={count} />
    </>
  );
}

/** The pages that a PDF names and its file has not: pdf.js leaves them empty. */
function useLostPages(document: PDFDocumentProxy): readonly number[] {
  const [lost, setLost] = useState<readonly number[]>([]);
  useEffect(() => {
    let isOver = false;
    const find = async () => {
      const found: number[] = [];
      for (let page = 1; page <= document.numPages && !isOver; page++)
        await document.getPage(page).catch(() => found.push(page));
      if (!isOver) setLost(found);
    };
    void find();
    return () => {
      isOver = true;
    };
  }, [document]);
  return lost;
}
