import { TextInput } from '@mantine/core';
import { IconChevronDown, IconChevronUp, IconX } from '@tabler/icons-react';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FindAtPage } from '../../ui/inspected-subject.ts';
import screen from '../../ui/screen.module.css';
import { ToolButton } from '../../ui/tool-button.tsx';
import type { FindWay, ViewHandle, ViewState } from './view-handle.ts';
import styles from './viewer.module.css';

/** The search text of the viewer, shared by consecutive documents. */
export function useFinding(
  previewed: RefObject<ViewHandle | null>,
  scroller: RefObject<HTMLElement | null>,
  abilities: ViewState['abilities'],
  initial: FindAtPage = { text: '' },
) {
  const field = useRef<HTMLInputElement>(null);
  /** Who opened the bar: a hit leaves the focus to the document. */
  const [openedBy, setOpenedBy] = useState<'hit' | 'person' | undefined>(
    initial.text === '' ? undefined : 'hit',
  );
  const isOpen = openedBy !== undefined;
  const [text, setText] = useState(initial.text);
  const [first, setFirst] = useState(initial);
  // The words of a hit may come after its document; a person who searches already goes on where they are.
  if (first.text === '' && initial.text !== '') {
    const isSearching = isOpen || text !== '';
    setFirst(isSearching ? { text: initial.text } : initial);
    if (!isSearching) {
      setText(initial.text);
      setOpenedBy('hit');
    }
  }
  const page = useRef<number>(undefined);
  useEffect(() => {
    page.current = first.page;
  }, [first]);
  const isReady = abilities.includes('find');
  const looked = (text === initial.text && initial.words) || text;
  const go = (way: FindWay) => previewed.current?.find(looked, way);
  useEffect(() => {
    if (!isOpen || !isReady) return;
    previewed.current?.find(looked, 'typed', page.current);
    page.current = undefined;
  }, [previewed, isOpen, isReady, looked]);
  function close() {
    setOpenedBy(undefined);
    previewed.current?.find('', 'typed');
    scroller.current?.focus();
  }
  function open() {
    // Unknown while the document opens: the text is searched once it is open.
    if (abilities.length > 0 && !isReady) return;
    setOpenedBy('person');
    field.current?.select();
    field.current?.focus();
  }
  const isUnsure = initial.isUnsure === true && text === initial.text;
  return { field, text, setText, isUnsure, openedBy, isOpen, open, close, go };
}

interface Props {
  finding: ReturnType<typeof useFinding>;
  found: ViewState['found'];
  searched: ViewState['searched'];
}

/** The field for the search text, and the number of matches. */
export function FindBar({
  finding: { field, text, setText, isUnsure, openedBy, go, close },
  found,
  searched,
}: Props) {
  const { t } = useTranslation(['viewer', 'texts']);
  function foundLabel(): string {
    if (searched) return t('searching', { number: searched.pages, pages: searched.of });
    if (!found) return '';
    if (found.of === 0) return t('foundNothing');
    return t('found', { at: found.at, of: found.of });
  }
  return (
    <search className={styles.find} aria-label={t('find')}>
      <TextInput
        ref={field}
        autoFocus={openedBy === 'person'}
        aria-label={t('findText')}
        placeholder={t('findText')}
        value={text}
        spellCheck={false}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return;
          event.preventDefault();
          go(event.shiftKey ? 'previous' : 'next');
        }}
      />
      <ToolButton icon={IconChevronUp} label={t('findPrevious')} onClick={() => go('previous')} />
      <ToolButton icon={IconChevronDown} label={t('findNext')} onClick={() => go('next')} />
      <output className={styles.soft}>{text !== '' && foundLabel()}</output>
      {isUnsure && <span className={screen.warn}>{t('unsure', { ns: 'texts' })}</span>}
      <span className={screen.push} />
      <ToolButton icon={IconX} label={t('findClose')} onClick={close} />
    </search>
  );
}
