import { Button, Modal } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import {
  IconAppWindow,
  IconArrowAutofitHeight,
  IconArrowAutofitWidth,
  IconChevronLeft,
  IconChevronRight,
  IconDownload,
  IconInfoCircle,
  IconPrinter,
  IconRotateClockwise,
  IconSearch,
  IconX,
  IconZoomIn,
  IconZoomOut,
} from '@tabler/icons-react';
import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { compositeKey } from '../../../shared/composite-key.ts';
import { useInvokeMutation } from '../../ipc/invoke-hooks.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { ErrorMessage } from '../../ui/error-message/error-message.tsx';
import type { FindAtPage } from '../../ui/inspected-subject.ts';
import { rememberFocus } from '../../ui/last-focus.ts';
import { ToolButton } from '../../ui/tool-button.tsx';
import { mayBeHad } from '../document-actions/delivery-selection.ts';
import { usePrintDocuments } from '../document-actions/use-print-documents.ts';
import { HowTo } from '../help/how-to.tsx';
import { FileView } from './file-view.tsx';
import { FindBar, useFinding } from './find-bar.tsx';
import type { PreviewedDocument } from './previewed-document.ts';
import { notShown, type ViewHandle, type ViewState } from './view-handle.ts';
import styles from './viewer.module.css';
import { useViewerKeys, type ViewerAction } from './viewer-keys.ts';
import type { ZoomAction } from './zoom-steps.ts';

export interface ViewerProps {
  /** Absent if the row at the cursor has none. */
  previewed: PreviewedDocument | undefined;
  /** Its display name; `''` if unknown. */
  name: string;
  /** What is looked for when the viewer opens. */
  find?: FindAtPage | undefined;
  /** Its position in the list. */
  position?: { at: number; of: number } | undefined;
  /** Goes to another document of the list; absent if there is no list. */
  onGo?: ((way: 'previous' | 'next') => void) | undefined;
  /** Downloads the document; absent if it cannot be downloaded. */
  onDownload?: (() => void) | undefined;
  /** The service's facts about the document. */
  aside?: ReactNode;
  onClose: () => void;
}

/** A full-window document viewer; when it closes, the focus returns to where it was. */
export default function Viewer(props: ViewerProps) {
  const [giveBack] = useState(rememberFocus);
  useEffect(() => giveBack, [giveBack]);
  return (
    <Modal.Root
      opened
      fullScreen
      padding={0}
      closeOnEscape={false}
      returnFocus={false}
      // The theme's default covers `Modal` only: this would fade in for a fifth of a second.
      transitionProps={{ duration: 0 }}
      onClose={props.onClose}
    >
      <Modal.Content className={styles.window}>
        <Frame {...props} />
      </Modal.Content>
    </Modal.Root>
  );
}

/** Width in pixels below which a window has no room for both the document and its facts. */
const minWidthForAside = 1000;

function Frame(props: ViewerProps) {
  const { previewed, name, onGo, onDownload, aside, onClose } = props;
  const { t } = useTranslation('viewer');
  const frame = useRef<HTMLDivElement>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const handle = useRef<ViewHandle>(null);
  const [state, setState] = useState<ViewState>(notShown);
  const [isAsideOpen, setAsideOpen] = useState(window.innerWidth >= minWidthForAside);
  const outside = useOutsideViewer(previewed);
  const finding = useFinding(handle, scroller, state.abilities, props.find);
  const actions = {
    close: finding.isOpen ? finding.close : onClose,
    turn: () => handle.current?.turn(),
    // The browser would also select the list below the viewer.
    select: () => scroller.current && document.getSelection()?.selectAllChildren(scroller.current),
    find: finding.open,
    print: outside.print,
    outside: outside.open,
    download: () => onDownload?.(),
  };
  /** Runs the action of a key or a button; returns whether it was handled. */
  function run(action: ViewerAction): boolean {
    if (action.kind === 'zoom') handle.current?.zoom(action.action);
    else if (action.kind === 'go') onGo?.(action.way);
    else if (action.kind === 'find-next') finding.isOpen ? finding.go(action.way) : finding.open();
    else actions[action.kind]();
    return action.kind !== 'go' || onGo !== undefined;
  }
  useViewerKeys(frame, scroller, run);
  return (
    <div ref={frame} className={styles.frame}>
      <Head
        {...props}
        state={state}
        isAsideOpen={isAsideOpen}
        isFinding={finding.isOpen}
        onAction={run}
        onFind={finding.isOpen ? finding.close : finding.open}
        onToggleAside={() => setAsideOpen(!isAsideOpen)}
      />
      {finding.isOpen && <FindBar finding={finding} found={state.found} searched={state.searched} />}
      {outside.error && <ErrorMessage error={outside.error} />}
      <div className={styles.body}>
        <DocumentRegion
          previewed={previewed}
          name={name}
          handle={handle}
          scroller={scroller}
          onState={setState}
          onInstead={previewed?.path === undefined ? onDownload : outside.open}
        />
        {aside !== undefined && isAsideOpen && (
          <aside className={styles.pane} aria-label={t('beside')}>
            {aside}
          </aside>
        )}
      </div>
    </div>
  );
}

/** Prints a document or opens it with its default program; main first downloads a missing file. */
function useOutsideViewer(previewed: PreviewedDocument | undefined) {
  const open = useInvokeMutation('file.open');
  const print = usePrintDocuments();
  const key = previewed && { connectionId: previewed.connectionId, id: previewed.id };
  return {
    // An error about another document is not shown here.
    error: open.variables?.id === previewed?.id ? open.error : null,
    open() {
      open.reset();
      if (key) open.mutate(key);
    },
    print: () => key && print({ dispatches: [], documents: [key] }),
  };
}

interface RegionProps extends Pick<ViewerProps, 'previewed' | 'name'> {
  handle: RefObject<ViewHandle | null>;
  scroller: RefObject<HTMLDivElement | null>;
  onState: (state: ViewState) => void;
  /** The alternative for a document that cannot be shown: its default program, or the download. */
  onInstead: (() => void) | undefined;
}

/** The document's scroll container: it has the initial focus, and each document starts at its top. */
function DocumentRegion({ previewed, name, scroller, onInstead, ...shown }: RegionProps) {
  const { t } = useTranslation('viewer');
  const key = previewed && compositeKey(previewed.connectionId, previewed.id);
  useLayoutEffect(() => scroller.current?.focus(), [scroller]);
  useLayoutEffect(() => {
    if (key !== undefined) scroller.current?.scrollTo(0, 0);
  }, [scroller, key]);
  const otherwise = onInstead && (
    <Button size="compact-xs" variant="default" onClick={onInstead}>
      {t(previewed?.path === undefined ? 'download' : 'openOutside')}
    </Button>
  );
  return (
    <div className={styles.document}>
      {/* biome-ignore lint/a11y/useSemanticElements: pdf.js takes nothing but a div for what its pages scroll in. */}
      <div
        ref={scroller}
        className={styles.scroller}
        role="region"
        aria-label={name || t('title')}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be reached and scrolled by keyboard.
        tabIndex={0}
        data-autofocus
      >
        {previewed ? (
          <FileView
            key={key}
            previewed={previewed}
            name={name}
            scroller={scroller}
            otherwise={otherwise}
            {...shown}
          />
        ) : (
          <p className={styles.note}>{t('noPaper')}</p>
        )}
      </div>
    </div>
  );
}

interface HeadProps extends ViewerProps {
  state: ViewState;
  isFinding: boolean;
  isAsideOpen: boolean;
  onAction: (action: ViewerAction) => void;
  onFind: () => void;
  onToggleAside: () => void;
}

/** The document's name, its position in the list, and its actions. */
function Head({ previewed, name, position, onGo, onDownload, aside, onClose, ...props }: HeadProps) {
  const { t } = useTranslation('viewer');
  // On one line with the name: a second one would take a tenth of a low window from the document.
  const isNarrow = useMediaQuery('(max-width: 959px)', false, { getInitialValueInEffect: false });
  return (
    <div className={styles.head}>
      {onGo && (
        <>
          <ToolButton icon={IconChevronLeft} label={t('previous')} onClick={() => onGo('previous')} />
          <ToolButton icon={IconChevronRight} label={t('next')} onClick={() => onGo('next')} />
        </>
      )}
      {position && <span className={styles.soft}>{t('position', { at: position.at, of: position.of })}</span>}
      <Modal.Title className={styles.name} title={name}>
        {name || t('title')}
      </Modal.Title>
      <DocumentTools {...props} />
      {previewed && (
        <>
          <ToolButton
            icon={IconPrinter}
            label={t('print')}
            disabled={!mayBeHad(previewed)}
            onClick={() => props.onAction({ kind: 'print' })}
          />
          <ToolButton
            icon={IconAppWindow}
            label={t('outside')}
            disabled={!mayBeHad(previewed)}
            onClick={() => props.onAction({ kind: 'outside' })}
          />
        </>
      )}
      {onDownload && isNarrow && (
        <ToolButton icon={IconDownload} label={t('download')} onClick={onDownload} />
      )}
      {onDownload && !isNarrow && (
        <ActionButton icon={IconDownload} onClick={onDownload}>
          {t('download')}
        </ActionButton>
      )}
      {aside !== undefined && (
        <ToolButton
          icon={IconInfoCircle}
          label={t('beside')}
          isPressed={props.isAsideOpen}
          onClick={props.onToggleAside}
        />
      )}
      <HowTo screen="viewer" isIcon={isNarrow} />
      <ToolButton icon={IconX} label={t('close')} onClick={onClose} />
    </div>
  );
}

type DocumentToolsProps = Pick<HeadProps, 'state' | 'isFinding' | 'onAction' | 'onFind'>;

/** The document's own tools, with its page and zoom. */
function DocumentTools({ state, isFinding, onAction, onFind }: DocumentToolsProps) {
  const { t } = useTranslation('viewer');
  const can = (ability: ViewState['abilities'][number]) => state.abilities.includes(ability);
  const zoom = (action: ZoomAction) => () => onAction({ kind: 'zoom', action });
  return (
    <>
      {state.page && (
        <span className={styles.soft}>{t('page', { number: state.page.number, pages: state.page.of })}</span>
      )}
      {can('zoom') && (
        <>
          <ToolButton icon={IconZoomOut} label={t('zoomOut')} onClick={zoom('out')} />
          <span className={styles.percent}>{state.percent === undefined ? '' : `${state.percent} %`}</span>
          <ToolButton icon={IconZoomIn} label={t('zoomIn')} onClick={zoom('in')} />
          <ToolButton icon={IconArrowAutofitWidth} label={t('fitWidth')} onClick={zoom('width')} />
        </>
      )}
      {can('turn') && (
        <>
          <ToolButton icon={IconArrowAutofitHeight} label={t('fitPage')} onClick={zoom('page')} />
          <ToolButton
            icon={IconRotateClockwise}
            label={t('turn')}
            onClick={() => onAction({ kind: 'turn' })}
          />
        </>
      )}
      {can('find') && (
        <ToolButton icon={IconSearch} label={t('find')} isPressed={isFinding} onClick={onFind} />
      )}
    </>
  );
}
