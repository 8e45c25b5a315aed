import { Button } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { type MouseEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { KeptDocument } from '../../../shared/model/document.ts';
import { fileStanding } from '../../../shared/model/file-standing.ts';
import type { Paper } from '../../../shared/model/paper.ts';
import { useCall } from '../../ipc/bridge.ts';
import { useOnline } from '../../ipc/online.ts';
import { Fault } from '../../ui/fault/fault.tsx';
import { formatBytes } from '../../ui/format.ts';
import { preloadable } from '../../ui/preloadable.tsx';
import { ToolButton } from '../../ui/tool-button.tsx';
import { useFocusBack } from '../../ui/use-focus-back.ts';
import styles from './preview.module.css';
import { useFileActs } from './use-file-acts.ts';
import { useZoom } from './use-zoom.ts';
import type { ZoomAct } from './zoom.ts';
import { ZoomButtons } from './zoom-buttons.tsx';

const pdfPaper = preloadable(() => import('./pdf-paper.tsx'));

/** How long a person must rest at a document before the agency is asked for its paper. */
const restMs = 300;

/** The paper of the chosen document: its copy on this computer, else from the agency, kept nowhere. */
export function Preview({ document, onClose }: { document: KeptDocument; onClose: () => void }) {
  const { t } = useTranslation('inspector');
  const { connectionId, id, type, folio } = document;
  const { zooming, onKeyDown } = useZoom();
  const name = [type, folio].filter(Boolean).join(' ');
  const section = useRef<HTMLElement>(null);
  useFocusBack(section);
  useEffect(() => {
    // Most papers are PDFs: what draws them is fetched while the paper is. When that fails it is told where one is to be drawn.
    pdfPaper.preload().catch(() => undefined);
  }, []);
  return (
    <section ref={section} className={styles.preview} aria-label={t('preview.title')}>
      <div className={styles.head}>
        <span className={styles.name}>{name || t('noType')}</span>
        <ToolButton icon={IconX} size={24} label={t('preview.close')} onClick={onClose} />
      </div>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: what scrolls can be reached, scrolled and zoomed by keyboard. */}
      <div
        className={styles.body}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: as above.
        tabIndex={0}
        onKeyDown={onKeyDown}
      >
        <PaperOf key={`${connectionId} ${id}`} {...{ document, name }} {...zooming} />
      </div>
    </section>
  );
}

/** What tells where a paper is. */
type Previewed = Pick<KeptDocument, 'connectionId' | 'id' | 'file' | 'path' | 'goneAt'>;

interface PaperProps {
  document: Previewed;
  name: string;
  zoom: number;
  onZoom: (act: ZoomAct) => void;
}

/** A paper as it is on this computer, else as the agency gives it once a person rests at it. */
export function PaperOf(props: PaperProps) {
  const { document } = props;
  const { t } = useTranslation('inspector');
  const { t: grid } = useTranslation('grid');
  const isOnline = useOnline();
  const { connectionId, id, path } = document;
  const isRested = useIsRested(restMs);
  const isHere = path !== undefined;
  const standing = fileStanding(document);
  const mayBeFetched = isOnline && isRested && standing !== 'none';
  // Papers are large: the page holds the one that is shown.
  // A large one on a slow line takes minutes: main gives it up once nothing comes of it any more.
  const paper = useCall(
    'file.read',
    { connectionId, id },
    { enabled: isHere || mayBeFetched, gcTime: 0, isTimed: false },
  );
  if (paper.data) {
    return (
      <>
        {!isHere && <p className={styles.unsaved}>{t('preview.unsaved')}</p>}
        <Shown paper={paper.data} {...props} />
      </>
    );
  }
  if (!isHere && standing === 'none') return <p className={styles.note}>{grid('fileMeans.none')}</p>;
  function askAgain({ currentTarget }: MouseEvent<HTMLElement>) {
    // The button goes away with what it was about: the keys go on in what holds the paper.
    currentTarget.closest<HTMLElement>('[tabindex="0"]')?.focus();
    void paper.refetch();
  }
  const again = (
    <Button size="compact-xs" variant="default" onClick={askAgain}>
      {t('preview.again')}
    </Button>
  );
  const isWaiting = paper.isFetching || !isRested;
  if (!isHere && !isOnline && !isWaiting) {
    return (
      <div className={styles.note}>
        <p>{t('preview.offline')}</p>
        {again}
      </div>
    );
  }
  if (paper.error && !isWaiting) return <Fault error={paper.error}>{again}</Fault>;
  return <p className={styles.note}>{t(isHere ? 'preview.opening' : 'preview.fetching')}</p>;
}

/** Whether a component has been there for so long, ms. */
function useIsRested(ms: number): boolean {
  const [isRested, setRested] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setRested(true), ms);
    return () => clearTimeout(timer);
  }, [ms]);
  return isRested;
}

function Shown({ paper, document, name, zoom, onZoom }: PaperProps & { paper: Paper }) {
  const { t } = useTranslation('inspector');
  const { open, error } = useFileActs();
  switch (paper.kind) {
    case 'pdf':
      return <pdfPaper.Component base64={paper.base64} name={name} zoom={zoom} onZoom={onZoom} />;
    case 'image':
      return (
        <>
          <div className={styles.pages}>
            <ZoomButtons onZoom={onZoom} />
          </div>
          <img
            className={styles.image}
            style={{ width: `calc((100% - 2 * var(--gap-2)) * ${zoom})` }}
            src={`data:${paper.mediaType};base64,${paper.base64}`}
            alt={name}
          />
        </>
      );
    case 'text':
      return <pre className={styles.text}>{paper.text}</pre>;
    case 'other':
    case 'too-large':
      return (
        <div className={styles.note}>
          <p>
            {paper.kind === 'other'
              ? t('preview.other')
              : t('preview.tooLarge', { size: formatBytes(paper.bytes) })}
            {document.path === undefined && ` ${t('preview.downloadFirst')}`}
          </p>
          {error && <Fault error={error} />}
          {document.path !== undefined && (
            <Button size="compact-xs" variant="default" onClick={() => open(document)}>
              {t('open')}
            </Button>
          )}
        </div>
      );
  }
}
