import { Button, Modal, TextInput } from '@mantine/core';
import {
  IconAppWindow,
  IconArrowAutofitHeight,
  IconArrowAutofitWidth,
  IconChevronDown,
  IconChevronLeft,
  IconChevronRight,
  IconChevronUp,
  IconDownload,
  IconInfoCircle,
  IconPrinter,
  IconRotateClockwise,
  IconSearch,
  IconX,
  IconZoomIn,
  IconZoomOut,
} from '@tabler/icons-react';
import {
  type ComponentProps,
  type ReactNode,
  type RefObject,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { useTranslation } from 'react-i18next';
import type { CallInput } from '../../../shared/contract.ts';
import { useAction } from '../../ipc/bridge.ts';
import { Fault } from '../../ui/fault/fault.tsx';
import { formatCount } from '../../ui/format.ts';
import { isMac } from '../../ui/keyboard/use-command.ts';
import { lastFocus } from '../../ui/last-focus.ts';
import screen from '../../ui/screen.module.css';
import { ToolButton } from '../../ui/tool-button.tsx';
import { notShown, type PaperHandle, type PaperState, type ZoomAct } from './paper-handle.ts';
import { ShownPaper } from './shown-paper.tsx';
import type { ViewedPaper } from './viewed-paper.ts';
import styles from './viewer.module.css';
import { type ViewerAct, viewerActOf } from './viewer-keys.ts';

export interface ViewerProps {
  /** Absent where the row that the person is at has none. */
  paper: ViewedPaper | undefined;
  /** What it is called; `''` where nothing is known of it. */
  name: string;
  /** Where it stands in its list. */
  position?: { at: number; of: number } | undefined;
  /** Goes to another paper of the list; left out where there is no list. */
  onGo?: ((way: 'previous' | 'next') => void) | undefined;
  /** Has the paper downloaded; left out where it cannot be. */
  onDownload?: (() => void) | undefined;
  /** What the service says of the paper. */
  beside?: ReactNode;
  onClose: () => void;
}

/** A paper as large as the window, for as long as it is there; the focus goes back to where it was. */
export default function Viewer(props: ViewerProps) {
  const [before] = useState(lastFocus);
  useEffect(() => () => (before?.isConnected ? before : document.getElementById('main'))?.focus(), [before]);
  return (
    <Modal.Root
      opened
      fullScreen
      padding={0}
      closeOnEscape={false}
      returnFocus={false}
      // The theme's word on this is for `Modal`, which this is not: it would fade in for a fifth of a second.
      transitionProps={{ duration: 0 }}
      onClose={props.onClose}
    >
      <Modal.Content className={styles.window}>
        <Frame {...props} />
      </Modal.Content>
    </Modal.Root>
  );
}

/** Pixels below which a window has no room for both the paper and what is said of it. */
const roomForBeside = 1000;

function Frame({ paper, name, position, onGo, onDownload, beside, onClose }: ViewerProps) {
  const { t } = useTranslation('viewer');
  const frame = useRef<HTMLDivElement>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const handle = useRef<PaperHandle>(null);
  const field = useRef<HTMLInputElement>(null);
  const [state, setState] = useState<PaperState>(notShown);
  const [isFinding, setFinding] = useState(false);
  const [text, setText] = useState('');
  const [hasBeside, setBeside] = useState(window.innerWidth >= roomForBeside);
  const open = useAction('file.open');
  const print = useAction('handover.print');
  // What failed of another paper is not told of this one.
  const isOfThis = (about: CallInput<'handover.print'> | undefined) =>
    about !== undefined && 'id' in about && about.id === paper?.id;
  const fault = [open, print].find(({ error, variables }) => error && isOfThis(variables))?.error;
  const key = paper && `${paper.connectionId} ${paper.id}`;
  const isHere = paper?.path !== undefined;
  const can = (ability: PaperState['abilities'][number]) => state.abilities.includes(ability);

  useLayoutEffect(() => scroller.current?.focus(), []);
  useLayoutEffect(() => {
    if (key !== undefined) scroller.current?.scrollTo(0, 0);
  }, [key]);
  // What is searched is searched in the next paper, too.
  const isReady = can('find');
  useEffect(() => {
    if (isFinding && isReady) handle.current?.find(text, 'typed');
  }, [isFinding, isReady, text]);

  function hand(act: typeof open | typeof print) {
    open.reset();
    print.reset();
    if (paper && isHere) act.mutate({ connectionId: paper.connectionId, id: paper.id });
  }

  function closeFind() {
    setFinding(false);
    handle.current?.find('', 'typed');
    scroller.current?.focus();
  }

  function openFind() {
    // While it is being opened nobody knows yet: what is typed is searched once it is here.
    if (state.abilities.length > 0 && !can('find')) return;
    setFinding(true);
    field.current?.select();
    field.current?.focus();
  }

  /** Does what a key means; whether it was done. */
  function act(meant: ViewerAct): boolean {
    switch (meant.kind) {
      case 'close':
        isFinding ? closeFind() : onClose();
        return true;
      case 'go':
        onGo?.(meant.way);
        return onGo !== undefined;
      case 'zoom':
        handle.current?.zoom(meant.act);
        return true;
      case 'turn':
        handle.current?.turn();
        return true;
      case 'select':
        // The browser would choose the list below the viewer, too.
        if (scroller.current) document.getSelection()?.selectAllChildren(scroller.current);
        return true;
      case 'find':
        openFind();
        return true;
      case 'find-next':
        isFinding ? handle.current?.find(text, meant.way) : openFind();
        return true;
      case 'print':
        hand(print);
        return true;
      case 'outside':
        hand(open);
        return true;
      case 'download':
        onDownload?.();
        return true;
    }
  }

  const press = useEffectEvent((event: KeyboardEvent) => {
    // What is pressed in a dialog over the viewer is the dialog's.
    if (!(event.target instanceof Node) || frame.current?.contains(event.target) !== true) return;
    const meant = viewerActOf(event, {
      isMac,
      isTyping: event.target instanceof HTMLInputElement,
      isWide: isWiderThanSeen(scroller.current),
    });
    if (!meant || !act(meant)) return;
    event.preventDefault();
    event.stopPropagation();
  });
  useEffect(() => {
    // Before anything else hears of a key, such as the commands of the window.
    const hear = (event: KeyboardEvent) => press(event);
    window.addEventListener('keydown', hear, { capture: true });
    return () => window.removeEventListener('keydown', hear, { capture: true });
  }, []);

  const zoom = (way: ZoomAct) => () => handle.current?.zoom(way);
  // What can be done with a paper that is not shown here: its own program, or first the download.
  const instead = isHere ? () => hand(open) : onDownload;
  const otherwise = instead && (
    <Button size="compact-xs" variant="default" onClick={instead}>
      {t(isHere ? 'openOutside' : 'download')}
    </Button>
  );
  return (
    <div ref={frame} className={styles.frame}>
      <div className={styles.head}>
        {onGo && (
          <>
            <Tool icon={IconChevronLeft} label={t('previous')} onClick={() => onGo('previous')} />
            <Tool icon={IconChevronRight} label={t('next')} onClick={() => onGo('next')} />
          </>
        )}
        {position && (
          <span className={styles.soft}>
            {t('position', { at: formatCount(position.at), of: formatCount(position.of) })}
          </span>
        )}
        <Modal.Title className={styles.name} title={name}>
          {name || t('title')}
        </Modal.Title>
        {state.page && (
          <span className={styles.soft}>
            {t('page', { number: state.page.number, pages: state.page.of })}
          </span>
        )}
        {can('zoom') && (
          <>
            <Tool icon={IconZoomOut} label={t('zoomOut')} onClick={zoom('out')} />
            <span className={styles.percent}>{state.percent === undefined ? '' : `${state.percent} %`}</span>
            <Tool icon={IconZoomIn} label={t('zoomIn')} onClick={zoom('in')} />
            <Tool icon={IconArrowAutofitWidth} label={t('fitWidth')} onClick={zoom('width')} />
          </>
        )}
        {can('turn') && (
          <>
            <Tool icon={IconArrowAutofitHeight} label={t('fitPage')} onClick={zoom('page')} />
            <Tool icon={IconRotateClockwise} label={t('turn')} onClick={() => handle.current?.turn()} />
          </>
        )}
        {can('find') && (
          <Tool
            icon={IconSearch}
            label={t('find')}
            isPressed={isFinding}
            onClick={() => (isFinding ? closeFind() : openFind())}
          />
        )}
        {paper && (
          <>
            <Tool
              icon={IconPrinter}
              label={t(isHere ? 'print' : 'printLater')}
              disabled={!isHere}
              onClick={() => hand(print)}
            />
            <Tool
              icon={IconAppWindow}
              label={t(isHere ? 'outside' : 'outsideLater')}
              disabled={!isHere}
              onClick={() => hand(open)}
            />
          </>
        )}
        {onDownload && (
          <Button variant="default" leftSection={<IconDownload size={15} aria-hidden />} onClick={onDownload}>
            {t('download')}
          </Button>
        )}
        {beside !== undefined && (
          <Tool
            icon={IconInfoCircle}
            label={t('beside')}
            isPressed={hasBeside}
            onClick={() => setBeside(!hasBeside)}
          />
        )}
        <Tool icon={IconX} label={t('close')} onClick={onClose} />
      </div>
      {isFinding && (
        <FindBar
          field={field}
          text={text}
          found={state.found}
          onText={setText}
          onFind={(way) => handle.current?.find(text, way)}
          onClose={closeFind}
        />
      )}
      {fault && <Fault error={fault} />}
      <div className={styles.body}>
        <div className={styles.paper}>
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
            {paper ? (
              <ShownPaper
                key={key}
                {...{ paper, name, handle, scroller }}
                onState={setState}
                otherwise={otherwise}
              />
            ) : (
              <p className={styles.note}>{t('noPaper')}</p>
            )}
          </div>
        </div>
        {beside !== undefined && hasBeside && (
          <aside className={styles.beside} aria-label={t('beside')}>
            {beside}
          </aside>
        )}
      </div>
    </div>
  );
}

function isWiderThanSeen(element: HTMLElement | null): boolean {
  return element !== null && element.scrollWidth > element.clientWidth;
}

/** A button of the viewer's head. */
function Tool(props: ComponentProps<typeof ToolButton>) {
  return <ToolButton size={28} {...props} />;
}

interface FindProps {
  field: RefObject<HTMLInputElement | null>;
  text: string;
  found: PaperState['found'];
  onText: (text: string) => void;
  onFind: (way: 'previous' | 'next') => void;
  onClose: () => void;
}

function FindBar({ field, text, found, onText, onFind, onClose }: FindProps) {
  const { t } = useTranslation('viewer');
  const count = found && { at: formatCount(found.at), of: formatCount(found.of) };
  return (
    <search className={styles.find} aria-label={t('find')}>
      <TextInput
        ref={field}
        autoFocus
        aria-label={t('findText')}
        placeholder={t('findText')}
        value={text}
        spellCheck={false}
        onChange={(event) => onText(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return;
          event.preventDefault();
          onFind(event.shiftKey ? 'previous' : 'next');
        }}
      />
      <ToolButton icon={IconChevronUp} label={t('findPrevious')} onClick={() => onFind('previous')} />
      <ToolButton icon={IconChevronDown} label={t('findNext')} onClick={() => onFind('next')} />
      <output className={styles.soft}>
        {text === '' || !count ? '' : found.of === 0 ? t('foundNothing') : t('found', count)}
      </output>
      <span className={screen.push} />
      <ToolButton icon={IconX} label={t('findClose')} onClick={onClose} />
    </search>
  );
}
