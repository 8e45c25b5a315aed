import { IconAlertTriangle, IconCheck, IconFile, IconFileOff, IconHelpCircle } from '@tabler/icons-react';
import i18next from 'i18next';
import type { ReactNode } from 'react';
import { dayOf } from '../../../shared/model/dates.ts';
import type { StoredDocument } from '../../../shared/model/document.ts';
import { fileStatus } from '../../../shared/model/file-status.ts';
import { stateText } from '../../../shared/model/state-text.ts';
import { formatAmount, missing } from '../../ui/format.ts';
import screen from '../../ui/screen.module.css';
import styles from './cells.module.css';
import { dateCell } from './item-value.ts';

// A list has many cells, and a language change re-renders its columns: no cell subscribes to translations,
// and most render no component of their own.
const t = i18next.t;

/** An amount, or the sign that it is unknown. */
export function amountOrMissing(value: number | undefined): ReactNode {
  return value === undefined ? <Missing what={t('grid:unknownAmount')} /> : formatAmount(value);
}

/** The sign for a value that the service did not return, with its meaning. */
export function Missing({ what }: { what: string }) {
  return (
    <span className={styles.missing} title={what}>
      <span aria-hidden>{missing}</span>
      <span className={screen.unseen}>{what}</span>
    </span>
  );
}

/**
 * The part of a row that opens it on click (`Grid` looks for the marker); Enter does the same by keyboard.
 */
export function OpensRow({ children }: { children: ReactNode }) {
  return (
    <span className={styles.opens} data-opens>
      {children}
    </span>
  );
}

/** Text, or the sign that there is none. */
export function textOrMissing(text: string): ReactNode {
  return text === '' ? <Missing what={t('ui:unknown')} /> : text;
}

/**
 * A date as its day, with the original text if a document wrote it differently, or the sign that there is
 * none.
 */
export function dateOrMissing(date: string): ReactNode {
  const { kind, text } = dateCell(date);
  return kind === 'day' && dayOf(date) === undefined && text !== date ? (
    <span title={date}>{text}</span>
  ) : (
    textOrMissing(text)
  );
}

const fileStatusIcons = {
  here: IconCheck,
  unseen: IconHelpCircle,
  available: IconFile,
  none: IconFileOff,
  unsigned: IconAlertTriangle,
  unknown: IconHelpCircle,
  gone: IconFileOff,
} as const;

/** The status of a document's file, and whether the document is inactive. */
export function FileState({ document }: { document: StoredDocument }) {
  const status = fileStatus(document);
  const Icon = fileStatusIcons[status];
  return (
    <span className={styles.state} data-standing={status} title={t(`grid:fileMeans.${status}`)}>
      <Icon size={15} aria-hidden />
      {t(`grid:file.${status}`)}
      {!document.isActive && <span className={styles.tag}>{t('grid:inactive')}</span>}
    </span>
  );
}

/** The number of missing documents. */
export function MissingCount({ count }: { count: number }) {
  return (
    <span className={styles.missingCount} title={t('grid:lacksMeans', { count })}>
      <IconAlertTriangle size={13} aria-hidden />
      {t('grid:lacks', { count })}
    </span>
  );
}

/** A state of the service, coloured if its wording is clearly good or bad. */
export function StateText({ state }: { state: string }) {
  if (state === '') return textOrMissing('');
  const verdict = stateVerdict(state);
  return (
    <span className={styles.verdict} data-verdict={verdict}>
      {verdict === 'good' && <IconCheck size={14} aria-hidden />}
      {verdict === 'bad' && <IconAlertTriangle size={14} aria-hidden />}
      {stateText(state)}
    </span>
  );
}

const good = /acept|legaliz|pagad|complet/i;
const bad = /rechaz|anulad/i;
/** A negation of a good state, complete or in part. */
const not = /incomplet|impag|inacept|parcial|(?<!\p{L})(?:no|sin|nunca|falta|not)(?!\p{L})/iu;

/** Whether a state of the service, which is free text, is good or bad; plain if its wording does not tell. */
export function stateVerdict(state: string): 'good' | 'bad' | 'plain' {
  if (not.test(state)) return 'plain';
  if (bad.test(state)) return 'bad';
  return good.test(state) ? 'good' : 'plain';
}
