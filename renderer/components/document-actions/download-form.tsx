import { Button } from '@mantine/core';
import type { TFunction } from 'i18next';
import { type FormEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { compositeKey } from '../../../shared/composite-key.ts';
import { ruleOf } from '../../../shared/error-codes.ts';
import { AppError } from '../../../shared/errors.ts';
import { clientName } from '../../../shared/model/client-names.ts';
import type { RuleName } from '../../../shared/model/client-rules.ts';
import type { Client } from '../../../shared/model/connection.ts';
import type { NotStarted, SelectionSummary } from '../../../shared/model/download.ts';
import type { Rut } from '../../../shared/model/rut.ts';
import type { Selection } from '../../../shared/model/search-query.ts';
import { invoke, useAppMutation, useChanged, useInvokeQuery } from '../../ipc/invoke-hooks.ts';
import { CheckField } from '../../ui/check-field.tsx';
import { formatDays } from '../../ui/day-range-presets.ts';
import { DialogEnd } from '../../ui/dialog-end.tsx';
import { ErrorMessage } from '../../ui/error-message/error-message.tsx';
import styleOfForm from '../../ui/form.module.css';
import screen from '../../ui/screen.module.css';
import { useToast } from '../../ui/toast.tsx';
import styles from './document-actions.module.css';
import type { DownloadSelection } from './download-selection.ts';
import { FolderField, useFolder } from './folder-field.tsx';
import { LayoutField } from './layout-field.tsx';
import { RulesField, useRuledClients } from './rules-field.tsx';

export interface FormProps {
  download: DownloadSelection;
  /** The selected documents; `'not-yet'` if the person has to decide about them first. */
  select: () => Promise<Selection | 'not-yet' | undefined>;
  /** Their count and size, once known. */
  summary?: SelectionSummary | undefined;
  error?: AppError | null;
  /** Clients of the documents that may have rules, and whether these are followed. */
  ruled: readonly Rut[];
  isFollowed: boolean;
  onFollow: (isFollowed: boolean) => void;
  withInactive: boolean;
  onInactive: (withInactive: boolean) => void;
  /** Whether it may have more documents that were never requested: the batch name says so. */
  isInPart?: boolean;
  /** Shown first. */
  children?: ReactNode;
  onClose: () => void;
}

/** The destination folder and layout of the documents; starts the download. */
export function DownloadForm(props: FormProps) {
  const { download, summary, withInactive, onInactive } = props;
  const { count } = download;
  const { t } = useTranslation('downloads');
  const form = useDownloadForm(props);
  const { destination, template, setTemplate, force, setForce, nameOf, start } = form;
  const { folder, isKnown } = destination;
  const { isPending } = start;
  const rejection = start.error && needsOtherFolder(start.error) ? start.error : undefined;
  const folderError = rejection ?? destination.folderError;
  const error = (rejection ? null : start.error) ?? props.error;
  const canStart = isKnown && folderError === undefined && count > 0 && start.data === undefined;

  function submit(event: FormEvent) {
    event.preventDefault();
    start.mutate();
  }

  return (
    <form className={styleOfForm.form} onSubmit={submit}>
      {/* Keeps the pressed label until the download has started, also in part, or was rejected. */}
      <fieldset className={styles.fields} disabled={isPending || start.data !== undefined}>
        {props.children}
        <SelectionText download={download} summary={summary} name={summary && nameOf(summary)} />
        <RulesField
          ruled={form.ruled}
          names={form.ruleNames}
          leftOut={summary?.ruled?.leftOut ?? 0}
          isFollowed={props.isFollowed}
          onFollow={props.onFollow}
        />
        <FolderField
          label={t('folder')}
          description={t('folderMeans')}
          value={folder}
          disabled={isPending}
          error={folderError}
          onChange={(selected) => {
            destination.choose(selected);
            start.reset();
          }}
        />
        <LayoutField
          template={template}
          example={summary?.first}
          onChange={(text) => {
            setTemplate(text);
            start.reset();
          }}
        />
        <CheckField label={t('withInactive')} checked={withInactive} onCheck={onInactive} />
        <CheckField label={t('again')} checked={force} onCheck={setForce} />
      </fieldset>
      <p className={screen.soft}>{t('willNotCome')}</p>
      {error && <ErrorMessage error={error} />}
      {start.data?.map((part) => (
        <NotStartedPart key={compositeKey(part.folder, part.name)} part={part} />
      ))}
      <StartButtons
        isPending={isPending}
        canStart={canStart}
        needsFolder={isKnown && count > 0 && !start.data && (folder === '' || !canStart)}
        onCancel={props.onClose}
      />
    </form>
  );
}

/** Whether a start is rejected until another folder is selected: space and a locked file may become free. */
function needsOtherFolder({ code }: AppError): boolean {
  const { mendedBy, concerns, isPersons } = ruleOf(code);
  return mendedBy === 'folder' && (isPersons || concerns === 'folder');
}

/** The fields of the form, and the action that starts the download with them. */
function useDownloadForm(props: FormProps) {
  const { download, select, summary, isFollowed, withInactive, isInPart = false, onClose } = props;
  const { of, destination: initial = noDestination } = download;
  const { t } = useTranslation('downloads');
  const changed = useChanged();
  const toast = useToast();
  const clients = useInvokeQuery('clients.list', undefined).data;
  const ruled = useRuledClients(props.ruled);
  // One client's rules are the form's own values; those of several act on the documents of each.
  const isOfOne = (summary?.clients ?? props.ruled.length) === 1;
  const ofRut = summary?.first?.rut ?? props.ruled[0];
  const only = isOfOne && isFollowed && ruled.find(({ client }) => client.rut === ofRut);
  const own = only ? only.rules : {};
  const destination = useFolder(initial.folder || own.folder || '');
  const { folder } = destination;
  const [typed, setTemplate] = useState<string>();
  const template = typed ?? (initial.template || own.template || destination.lastTemplate);
  const ruleNames: RuleName[] = [
    ...(download.followsTypes ? ['types' as const] : []),
    ...(destination.isSelected || initial.folder ? [] : ['folder' as const]),
    ...(typed !== undefined || initial.template ? [] : ['template' as const]),
  ];
  const [force, setForce] = useState(download.force ?? false);
  const isOpen = useIsMounted();
  const nameOf = (summary: SelectionSummary) =>
    [initial.name, batchName(of, summary, clients, t), isInPart && t('name.inPart')]
      .filter(Boolean)
      .join(' · ');
  const start = useAppMutation(async () => {
    // If no folder was ever selected, the folder dialog opens in the same step.
    const into = folder || (await invoke('folder.choose', { title: t('folder') }));
    if (into === undefined || !isOpen.current) return undefined;
    if (folder === '') destination.choose(into);
    else if (!(await destination.isThere())) return undefined;
    const selection = await select();
    // If the dialog was closed meanwhile, nothing is downloaded.
    if (!isOpen.current || selection === 'not-yet') return undefined;
    if (!selection) throw new AppError('NOTHING_SELECTED', 'nothing is selected');
    // The counts may have changed since they were shown.
    const rules = isFollowed ? ruleNames : [];
    const name = nameOf(await invoke('downloads.summary', { selection, withInactive, rules }));
    const { notStarted } = await invoke('downloads.start', {
      selection,
      rules,
      folder: into,
      template,
      withInactive,
      force,
      name: name.slice(0, 200),
    });
    await changed(['downloads.list']);
    // Where something did not begin, the dialog stays and tells it.
    if (notStarted && isOpen.current) return notStarted;
    const problems = notStarted?.map((part) => t('partNotStarted', { name: part.name, folder: part.folder }));
    toast(problems?.join(' ') ?? t('started'));
    if (isOpen.current) onClose();
    return undefined;
  });
  return { destination, template, setTemplate, force, setForce, nameOf, start, ruled, ruleNames };
}

/** Whether the component is still mounted, for what returns later. */
function useIsMounted(): RefObject<boolean> {
  const isMounted = useRef(true);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);
  return isMounted;
}

interface StartButtonsProps {
  isPending: boolean;
  canStart: boolean;
  /** Whether the folder is what the start still asks for. */
  needsFolder: boolean;
  onCancel: () => void;
}

/** A part of the download that did not begin, beside those that did: its folder, and why. */
function NotStartedPart({ part: { folder, name, error } }: { part: NotStarted }) {
  const { t } = useTranslation('downloads');
  return (
    <>
      <p className={screen.warn}>{t('partNotStarted', { name, folder })}</p>
      <ErrorMessage error={error} />
    </>
  );
}

/** The end of the form: the button that starts, and what it needs first. */
function StartButtons({ isPending, canStart, needsFolder, onCancel }: StartButtonsProps) {
  const { t } = useTranslation('downloads');
  const button = useFocusedStart(isPending, canStart);
  return (
    <DialogEnd
      before={
        needsFolder && <span className={screen.soft}>{t(canStart ? 'startChoosing' : 'startWithout')}</span>
      }
      onCancel={onCancel}
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
  );
}

/** The button that starts, with the focus whenever Enter should press it. */
function useFocusedStart(isPending: boolean, canStart: boolean): RefObject<HTMLButtonElement | null> {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!isPending) return;
    // A disabled button loses the focus: if the dialog stays, Enter must work again.
    return () => {
      if (document.activeElement === document.body) button.current?.focus();
    };
  }, [isPending]);
  useEffect(() => {
    // When the summary arrives after the dialog opened, the button takes the focus, unless the form has it.
    const { current } = button;
    if (canStart && !current?.form?.contains(document.activeElement)) current?.focus();
  }, [canStart]);
  return button;
}

interface SelectionTextProps extends Pick<FormProps, 'download' | 'summary'> {
  /** The batch's name, once the summary is known. */
  name: string | undefined;
}

/** What will be downloaded, and what was selected but cannot be. */
function SelectionText({ download: { of, count, removed = 0 }, summary, name }: SelectionTextProps) {
  const { t } = useTranslation('downloads');
  return (
    <>
      {summary && (
        <p className={screen.soft}>
          {name}
          {of === 'dispatches' && ` · ${t('willCome', { count: summary.documents })}`}
        </p>
      )}
      {count === 0 && removed === 0 && <p className={screen.warn}>{t('noPapers')}</p>}
      {removed > 0 && (
        <p className={screen.warn} role="alert">
          {t('gone', { count: removed })}
        </p>
      )}
    </>
  );
}

const noDestination = { folder: '', template: '', name: '' };

/** The name of a batch: what was selected, of which client, and the range of issue dates; `''` if empty. */
function batchName(
  of: DownloadSelection['of'],
  { documents, dispatches, clients, days, first }: SelectionSummary,
  directory: readonly Client[] | undefined,
  t: TFunction<'downloads'>,
): string {
  if (!first || documents === 0) return '';
  const { rut, dispatchNumber: number } = first;
  const who = clients === 1 ? clientName(rut, directory) : t('name.clients', { count: clients });
  const isOfOne = dispatches === 1 && number !== '';
  if (of === 'dispatches') {
    return isOfOne
      ? t('name.dispatch', { number, who })
      : dated(t('name.dispatches', { count: dispatches, who }), days);
  }
  if (documents === 1) {
    const document = [first.type, first.folio].filter(Boolean).join(' ') || first.id;
    return isOfOne ? t('name.paper', { document, number }) : document;
  }
  if (isOfOne) return t('name.ofDispatch', { count: documents, number });
  return dated(t('name.documents', { count: documents, who }), days);
}

function dated(name: string, days: SelectionSummary['days']): string {
  return days ? `${name} · ${formatDays(days.start, days.end)}` : name;
}
