import { Button, Checkbox } from '@mantine/core';
import type { TFunction } from 'i18next';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AppError } from '../../../shared/errors.ts';
import type { Client } from '../../../shared/model/connection.ts';
import type { SelectionSummary } from '../../../shared/model/download.ts';
import type { Selection } from '../../../shared/model/search-query.ts';
import { invoke, useAppMutation, useChanged, useInvokeQuery } from '../../ipc/invoke-hooks.ts';
import { formatDays } from '../../ui/days.ts';
import { DialogEnd } from '../../ui/dialog-end.tsx';
import { ErrorMessage } from '../../ui/error-message/error-message.tsx';
import form from '../../ui/form.module.css';
import { formatCount } from '../../ui/format.ts';
import { clientName } from '../../ui/query-text.ts';
import screen from '../../ui/screen.module.css';
import { useToast } from '../../ui/toast.tsx';
import type { DownloadSelection } from './download-selection.ts';
import { FolderField, useFolder } from './folder-field.tsx';
import styles from './get-documents.module.css';
import { LayoutField } from './layout-field.tsx';

export interface FormProps {
  download: DownloadSelection;
  /** The selected documents; `'not-yet'` if the person has to decide about them first. */
  select: () => Promise<Selection | 'not-yet' | undefined>;
  /** Their count and size, once known. */
  summary?: SelectionSummary | undefined;
  error?: AppError | null;
  withInactive: boolean;
  onInactive: (withInactive: boolean) => void;
  /** Whether it may have more documents that were never requested: the batch name says so. */
  isInPart?: boolean;
  /** Shown first. */
  children?: ReactNode;
  onClose: () => void;
}

/** The destination folder and layout of the documents; starts the download. */
export function DownloadForm({
  download: { of, count, removed: lost = 0, destination = noDestination, force: isForced = false },
  select,
  summary,
  error,
  withInactive,
  onInactive,
  isInPart = false,
  children,
  onClose,
}: FormProps) {
  const { t } = useTranslation('downloads');
  const changed = useChanged();
  const toast = useToast();
  const clients = useInvokeQuery('clients.list', undefined).data;
  const {
    folder,
    lastTemplate,
    folderError: removed,
    choose,
    isThere,
    isKnown,
  } = useFolder(destination.folder);
  const [typed, setTyped] = useState<string>();
  const template = typed ?? (destination.template || lastTemplate);
  const [force, setForce] = useState(isForced);
  const button = useRef<HTMLButtonElement>(null);
  const isOpen = useRef(true);
  useEffect(() => {
    isOpen.current = true;
    return () => {
      isOpen.current = false;
    };
  }, []);
  const nameOf = (known: SelectionSummary) =>
    [destination.name, batchName(of, known, clients, t), isInPart && t('name.inPart')]
      .filter(Boolean)
      .join(' · ');
  const start = useAppMutation(async () => {
    // If no folder was ever selected, the folder dialog opens in the same step.
    const into = folder || (await invoke('folder.choose', { title: t('folder') }));
    if (into === undefined || !isOpen.current) return;
    if (folder === '') choose(into);
    else if (!(await isThere())) return;
    const selection = await select();
    // If the dialog was closed meanwhile, nothing is downloaded.
    if (!isOpen.current || selection === 'not-yet') return;
    if (!selection) throw new AppError('NOTHING_SELECTED', 'nothing is selected');
    // The counts may have changed since they were shown.
    const name = nameOf(await invoke('downloads.summary', { selection, withInactive }));
    await invoke('downloads.start', {
      ...{ selection, folder: into, template, withInactive, force },
      name: name.slice(0, 200),
    });
    await changed(['downloads.list']);
    toast(t('started'));
    if (isOpen.current) onClose();
  });
  const { isPending } = start;
  useEffect(() => {
    if (!isPending) return;
    // A disabled button loses the focus: if the dialog stays, Enter must work again.
    return () => {
      if (document.activeElement === document.body) button.current?.focus();
    };
  }, [isPending]);
  const refused = start.error && ofFolder.includes(start.error.code) ? start.error : undefined;
  const folderError = refused ?? removed;
  const shownError = (refused ? null : start.error) ?? error;
  const canStart = isKnown && folderError === undefined && count > 0;
  useEffect(() => {
    // When the summary arrives after the dialog opened, the button takes the focus, unless the form has it.
    const { current } = button;
    if (canStart && !current?.form?.contains(document.activeElement)) current?.focus();
  }, [canStart]);

  function submit(event: FormEvent) {
    event.preventDefault();
    start.mutate();
  }

  return (
    <form className={form.form} onSubmit={submit}>
      {/* Keeps the pressed label until the download has started or was rejected. */}
      <fieldset className={styles.fields} disabled={isPending}>
        {children}
        {summary && (
          <p className={screen.soft}>
            {nameOf(summary)}
            {of === 'dispatches' &&
              ` · ${t('willCome', { count: summary.documents, shown: formatCount(summary.documents) })}`}
          </p>
        )}
        {count === 0 && lost === 0 && <p className={screen.warn}>{t('noPapers')}</p>}
        {lost > 0 && (
          <p className={screen.warn} role="alert">
            {t('gone', { count: lost, shown: formatCount(lost) })}
          </p>
        )}
        <FolderField
          label={t('folder')}
          description={t('folderMeans')}
          value={folder}
          disabled={isPending}
          error={folderError}
          onChange={(selected) => {
            choose(selected);
            start.reset();
          }}
        />
        <LayoutField
          template={template}
          example={summary?.first}
          onChange={(text) => {
            setTyped(text);
            start.reset();
          }}
        />
        <Checkbox
          label={t('withInactive')}
          checked={withInactive}
          onChange={(event) => onInactive(event.currentTarget.checked)}
        />
        <Checkbox
          label={t('again')}
          checked={force}
          onChange={(event) => setForce(event.currentTarget.checked)}
        />
      </fieldset>
      <p className={screen.soft}>{t('willNotCome')}</p>
      {shownError && <ErrorMessage error={shownError} />}
      <DialogEnd
        before={
          isKnown &&
          count > 0 &&
          (folder === '' || !canStart) && (
            <span className={screen.soft}>{t(canStart ? 'startChoosing' : 'startWithout')}</span>
          )
        }
        onCancel={onClose}
      >
        <Button
          ref={button}
          type="submit"
          loading={isPending}
          disabled={!canStart}
          data-autofocus={canStart ? true : undefined}
        >
          {t('start')}
        </Button>
      </DialogEnd>
    </form>
  );
}

const noDestination = { folder: '', template: '', name: '' };

/** Error codes that another folder can fix. */
const ofFolder: readonly string[] = [
  'FOLDER_REQUIRED',
  'FOLDER_GONE',
  'FOLDER_NOT_CHOSEN',
  'FOLDER_UNWRITABLE',
  'PATH_TOO_LONG',
  'FILE_IN_THE_WAY',
];

/** The name of a batch: what was selected, of which client, and the range of issue dates; `''` if empty. */
function batchName(
  of: DownloadSelection['of'],
  { documents, dispatches, clients, days, first }: SelectionSummary,
  book: readonly Client[] | undefined,
  t: TFunction<'downloads'>,
): string {
  if (!first || documents === 0) return '';
  const { rut, dispatchNumber: number } = first;
  const who = clients === 1 ? clientName(rut, book) : t('name.clients', { count: clients });
  const isOfOne = dispatches === 1 && number !== '';
  if (of === 'dispatches') {
    return isOfOne
      ? t('name.dispatch', { number, who })
      : dated(t('name.dispatches', { count: dispatches, shown: formatCount(dispatches), who }), days);
  }
  if (documents === 1) {
    const document = [first.type, first.folio].filter(Boolean).join(' ') || first.id;
    return isOfOne ? t('name.paper', { document, number }) : document;
  }
  const counted = { count: documents, shown: formatCount(documents) };
  if (isOfOne) return t('name.ofDispatch', { ...counted, number });
  return dated(t('name.documents', { ...counted, who }), days);
}

function dated(name: string, days: SelectionSummary['days']): string {
  return days ? `${name} · ${formatDays(days.start, days.end)}` : name;
}
