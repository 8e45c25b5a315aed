import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { GlobalWorkerOptions, getDocument, PasswordException, type PDFDocumentProxy } from 'pdfjs-dist';
import workerUrl from 'pdfjs-dist/build/pdf.worker.min.mjs?url';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ToolButton } from '../../ui/tool-button.tsx';
import { bytesOf, PageBinaryData } from './pdf-data.ts';
import styles from './preview.module.css';
import type { ZoomAct } from './zoom.ts';
import { ZoomButtons } from './zoom-buttons.tsx';

GlobalWorkerOptions.workerSrc = workerUrl;

type Opened =
  | { kind: 'opening' }
  | { kind: 'open'; document: PDFDocumentProxy }
  | { kind: 'locked' }
  | { kind: 'damaged' };

interface Props {
  base64: string;
  name: string;
  /** Times the width of the pane. */
  zoom: number;
  onZoom: (act: ZoomAct) => void;
}

/** A PDF, one page at a time. Loaded only when a paper is shown. */
export default function PdfPaper({ base64, name, zoom, onZoom }: Props) {
  const { t } = useTranslation('inspector');
  const [opened, setOpened] = useState<Opened>({ kind: 'opening' });
  const [number, setNumber] = useState(1);

  useEffect(() => {
    let isLeft = false;
    const loading = getDocument({
      data: bytesOf(base64),
      BinaryDataFactory: PageBinaryData,
      cMapUrl: 'page/',
      cMapPacked: true,
      standardFontDataUrl: 'page/',
      wasmUrl: 'page/',
      useWorkerFetch: false,
      enableXfa: false,
      stopAtErrors: false,
    });
    loading.promise.then(
      (document) => !isLeft && setOpened({ kind: 'open', document }),
      (thrown: unknown) =>
        !isLeft && setOpened({ kind: thrown instanceof PasswordException ? 'locked' : 'damaged' }),
    );
    return () => {
      isLeft = true;
      void loading.destroy();
    };
  }, [base64]);

  if (opened.kind === 'opening') return <p className={styles.note}>{t('preview.opening')}</p>;
  if (opened.kind !== 'open') return <p className={styles.note}>{t(`preview.${opened.kind}`)}</p>;
  const { document } = opened;
  return (
    <>
      <div className={styles.pages}>
        <ToolButton
          icon={IconChevronUp}
          size={24}
          label={t('preview.before')}
          disabled={number <= 1}
          onClick={() => setNumber(number - 1)}
        />
        <span aria-live="polite">{t('preview.page', { number, pages: document.numPages })}</span>
        <ToolButton
          icon={IconChevronDown}
          size={24}
          label={t('preview.after')}
          disabled={number >= document.numPages}
          onClick={() => setNumber(number + 1)}
        />
        <ZoomButtons onZoom={onZoom} />
      </div>
      <PdfPage document={document} number={number} name={name} zoom={zoom} />
    </>
  );
}

/** Pixels at most on either side: what a canvas can be asked for without harm. */
const mostPixels = 4096;

interface PageProps {
  document: PDFDocumentProxy;
  number: number;
  name: string;
  zoom: number;
}

function PdfPage({ document, number, name, zoom }: PageProps) {
  const { t } = useTranslation('inspector');
  const place = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const [width, setWidth] = useState(0);
  const [text, setText] = useState('');

  useEffect(() => {
    const element = place.current;
    if (!element) return;
    const observer = new ResizeObserver(() => setWidth(Math.floor(element.clientWidth)));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  useEffect(() => {
    const target = canvas.current;
    if (!target || width === 0) return;
    const stop = new AbortController();
    void draw(document, number, target, Math.floor(width * zoom), stop.signal).then(
      (read) => !stop.signal.aborted && setText(read),
    );
    return () => stop.abort();
  }, [document, number, width, zoom]);

  return (
    <div ref={place} className={styles.paper}>
      <canvas ref={canvas} role="img" aria-label={t('preview.pageOf', { number, name })} />
      <p className={styles.unseen}>{text}</p>
    </div>
  );
}

/** Draws a page as wide as given and gives its text, for those who cannot see it; a page that is left is let go of. */
async function draw(
  document: PDFDocumentProxy,
  number: number,
  canvas: HTMLCanvasElement,
  width: number,
  signal: AbortSignal,
): Promise<string> {
  const page = await document.getPage(number);
  if (signal.aborted) return '';
  const natural = page.getViewport({ scale: 1 });
  const density = Math.min(window.devicePixelRatio, mostPixels / width);
  const viewport = page.getViewport({ scale: (width / natural.width) * density });
  canvas.width = Math.floor(viewport.width);
  canvas.height = Math.min(mostPixels * 4, Math.floor(viewport.height));
  canvas.style.width = `${width}px`;
  canvas.style.height = `${Math.floor(viewport.height / density)}px`;
  const task = page.render({ canvas, viewport });
  signal.addEventListener('abort', () => task.cancel(), { once: true });
  try {
    await task.promise;
  } catch (thrown) {
    if (!signal.aborted) throw thrown;
    return '';
  }
  const { items } = await page.getTextContent();
  return items.map((item) => ('str' in item ? item.str : '')).join(' ');
}
