import { CloseButton, Popover, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import type { ClipboardEvent, FocusEvent, KeyboardEvent, RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import type { ErrorData } from '../../../shared/errors.ts';
import type { ParsedQuery } from '../../../shared/model/search.ts';
import { ErrorMessage } from '../../ui/error-message/error-message.tsx';
import { useKeyText } from '../../ui/keyboard/keys.tsx';
import { PopoverTarget, useMountOnOpen } from '../../ui/mount-on-open.tsx';
import screen from '../../ui/screen.module.css';
import { searchFieldId } from '../../ui/search-box-text.ts';
import { useLayout } from '../../ui/stored-layout.ts';
import { useClearing } from '../../ui/use-clearing.ts';
import { ParsedQueryPanel } from './parsed-query-panel.tsx';
import { asOneLine, type Plan } from './plan-search-or-merge.ts';
import { RecentSearches } from './recent-searches.tsx';
import styles from './search.module.css';

interface Props {
  field: RefObject<HTMLInputElement | null>;
  text: string;
  onText: (text: string) => void;
  isOpen: boolean;
  onOpen: (isOpen: boolean) => void;
  parsed: ParsedQuery | undefined;
  /** Whether the parsed query belongs to the current text. */
  isFinal: boolean;
  /** The interpretations of the text; Enter takes the first, which is the plan. */
  ways: readonly Plan[];
  plan: Plan;
  /** Whether a PDF was requested for a text that names no dispatch. */
  needsDispatch: boolean;
  /** The number of requests of the query, if it is so large that a confirmation is needed. */
  manyRequests: number | undefined;
  error: ErrorData | null;
  onSubmit: () => void;
  onTake: (way: Plan) => void;
  /** Esc while the panel is closed. */
  onLeave: () => void;
}

/** The search field, and below it the parsed query before anything is requested. */
export function SearchBox(props: Props) {
  const { field, text, onText, isOpen, onOpen, onSubmit, onLeave } = props;
  const { t } = useTranslation('search');
  const { clear, input } = useClearing(field, text, onText, t('cleared'));
  const { isNarrow } = useLayout();
  const keyText = useKeyText();

  function paste(event: ClipboardEvent<HTMLInputElement>) {
    const pasted = event.clipboardData.getData('text/plain');
    if (!/[\r\n\t]/.test(pasted)) return;
    event.preventDefault();
    const { selectionStart, selectionEnd } = event.currentTarget;
    const [from, to] = [selectionStart ?? text.length, selectionEnd ?? text.length];
    onText(text.slice(0, from) + asOneLine(pasted) + text.slice(to));
  }

  function press(event: KeyboardEvent<HTMLInputElement>) {
    if (event.key === 'Enter') {
      event.preventDefault();
      onSubmit();
    } else if (event.key === 'Escape' && isOpen) {
      event.preventDefault();
      onOpen(false);
    } else if (event.key === 'Escape') {
      onLeave();
    } else if (event.key === 'ArrowDown') {
      event.preventDefault();
      if (isOpen) controls()[0]?.focus();
      else onOpen(true);
    }
  }

  return (
    <>
      <TextInput
        {...input}
        id={searchFieldId}
        data-tour-target="search"
        className={styles.box ?? ''}
        aria-label={t('box')}
        role="combobox"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-controls={panelId}
        placeholder={t(isNarrow ? 'placeholderShort' : 'placeholder')}
        title={keyText('search')}
        leftSection={<IconSearch size={16} aria-hidden />}
        rightSection={
          // Its space is reserved: nothing in the box moves when it appears.
          <CloseButton
            size="xs"
            aria-label={t('clear')}
            style={text === '' ? { visibility: 'hidden' } : undefined}
            onClick={clear}
          />
        }
        maxLength={200_000}
        onPaste={paste}
        onKeyDown={press}
        onBlur={(event) => leave(event, props)}
        onClick={() => onOpen(true)}
      />
      <Panel {...props} />
    </>
  );
}

/**
 * The panel below the field. Its own component: it mounts closed and then opens without rendering the field
 * more than once.
 */
function Panel(props: Props) {
  const { field, isOpen, onOpen, parsed, error } = props;
  const { t } = useTranslation('search');
  const keyText = useKeyText();
  const { isMounted: isMade, isOpened } = useMountOnOpen(isOpen);

  /** Arrow keys move through the panel's controls, and up from the first back to the field; Esc leaves it. */
  function pressInPanel(event: KeyboardEvent<HTMLElement>) {
    const offered = controls();
    const at = offered.findIndex((control) => control.contains(document.activeElement));
    if (event.key === 'Escape') {
      field.current?.focus();
      onOpen(false);
    } else if (event.key === 'ArrowDown') offered[at + 1]?.focus();
    else if (event.key === 'ArrowUp') (offered[at - 1] ?? field.current)?.focus();
    else return;
    event.preventDefault();
  }

  if (!isMade) return null;
  return (
    <Popover
      opened={isOpened}
      onChange={onOpen}
      width="target"
      position="bottom-start"
      offset={2}
      trapFocus={false}
      returnFocus={false}
      withRoles={false}
    >
      <Popover.Target>
        <PopoverTarget for={field} />
      </Popover.Target>
      {/* Wider than the box if the window leaves it little space. */}
      <Popover.Dropdown p={0} miw="min(420px, 90vw)" id={panelId} role="dialog" aria-label={t('understood')}>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: its keys are heard from any control inside. */}
        <div className={styles.parsedQuery} onBlur={(event) => leave(event, props)} onKeyDown={pressInPanel}>
          {error && <ErrorMessage error={error} />}
          {props.needsDispatch && (
            <p className={`${styles.section} ${screen.warn}`} role="alert">
              {t('mergeNeedsDispatch', { keys: keyText('merge') })}
            </p>
          )}
          {parsed ? (
            <ParsedQueryPanel {...props} parsed={parsed} />
          ) : (
            <RecentSearches onGo={() => onOpen(false)} />
          )}
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}

const panelId = 'how-the-search-is-understood';

/** Closes the panel when Tab leaves it: it would cover the next control. */
function leave({ relatedTarget }: FocusEvent<HTMLElement>, { field, onOpen }: Props): void {
  if (relatedTarget === null || relatedTarget === field.current) return;
  if (!document.getElementById(panelId)?.contains(relatedTarget)) onOpen(false);
}

function controls(): HTMLElement[] {
  return [...(document.getElementById(panelId)?.querySelectorAll<HTMLElement>('button, input, a') ?? [])];
}
