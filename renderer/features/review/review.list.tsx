import { Button, Checkbox, Menu, Select } from '@mantine/core';
import { IconEyeOff } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { type FormEvent, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Finding, type FindingKind, findingKinds } from '../../../shared/model/review.ts';
import { downloadOfDispatches } from '../../components/downloads-dialog/download-selection.ts';
import { textColumn } from '../../components/list-screen/common-columns.tsx';
import type { ListColumn, SavedColumn } from '../../components/list-screen/list-column.ts';
import { ListScreen } from '../../components/list-screen/list-screen.tsx';
import { scopeOf } from '../../components/list-screen/scope.ts';
import { usePagedList } from '../../components/list-screen/use-paged-list.ts';
import { WithinFields } from '../../components/list-screen/within-fields.tsx';
import {
  invoke,
  useAppMutation,
  useChanged,
  useInvokeMutation,
  useInvokeQuery,
} from '../../ipc/invoke-hooks.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogEnd } from '../../ui/dialog-end.tsx';
import { ErrorMessage } from '../../ui/error-message/error-message.tsx';
import form from '../../ui/form.module.css';
import { formatCount } from '../../ui/format.ts';
import { subjectOfFirst, useInspecting } from '../../ui/inspected-subject.ts';
import { NoteField } from '../../ui/note-field.tsx';
import { navigate, type Route, withinOf } from '../../ui/route.ts';
import screen from '../../ui/screen.module.css';
import { useToast } from '../../ui/toast.tsx';
import { AgencyRutDialog } from './agency-rut-dialog.tsx';
import { FindingDetail } from './finding-detail.tsx';
import { connectionOf, findingGroups, findingReason, findingSubject } from './finding-labels.ts';
import styles from './review.module.css';

type ReviewRoute = Extract<Route, { view: 'review' }>;

/** Findings in the stored documents: each with its reason and its documents, until a person dismisses it. */
export default function Review({ route }: { route: ReviewRoute }) {
  const { t } = useTranslation('review');
  const [kind, setKind] = useState<FindingKind>();
  const [withDismissed, setWithDismissed] = useState(false);
  const [inspected, setInspected] = useState<{ finding: Finding; about: string }>();
  const [dismissing, setDismissing] = useState<readonly Finding[]>();
  const [isSettingRut, setSettingRut] = useState(false);
  const query = { scope: scopeOf(route), withDismissed, ...(kind && { kinds: [kind] }) };
  const { shown, latest } = usePagedList('carpeta.findings', query, (result) =>
    findingGroups(result, kind, t),
  );
  const { about } = shown;
  // A finding inspected in another list does not apply to this one.
  const current = inspected?.about === about ? inspected.finding : undefined;
  const restore = useInvokeMutation('carpeta.restore', ['carpeta.findings']);
  const columns = useFindingColumns();
  const { inspect } = useInspecting();

  function inspectRow(finding: Finding) {
    setInspected({ finding, about });
    const subject = subjectOfFirst(finding);
    if (subject) inspect(subject);
  }
  const putBack = (finding: Finding) =>
    restore.mutate({ finding: finding.id }, { onSuccess: () => setInspected(undefined) });

  return (
    <div className={screen.screen}>
      <header className={screen.head} data-line>
        <h1>{t('title')}</h1>
        <span className={styles.means} title={t('means')}>
          {t('meansShort')}
        </span>
        <WithinFields
          within={withinOf(route)}
          onWithin={(within) => navigate({ view: 'review', ...within })}
        />
      </header>
      {restore.error && <ErrorMessage error={restore.error} />}
      <ListScreen
        list="findings"
        name={t('title')}
        {...shown}
        columns={columns}
        rowKey={({ id }) => id}
        isDimmed={({ dismissed }) => dismissed !== undefined}
        onCursor={inspectRow}
        hint={t('choose')}
        empty={<div className={screen.empty}>{kind === undefined ? t('nothing') : t('nothingOfKind')}</div>}
        tools={
          <>
            <Select
              aria-label={t('kindName')}
              placeholder={t('allKinds')}
              clearable
              className={styles.kind ?? ''}
              data={findingKinds.map((one) => ({
                value: one,
                label: latest ? `${t(`kind.${one}`)} (${formatCount(latest.byKind[one])})` : t(`kind.${one}`),
              }))}
              value={kind ?? null}
              onChange={(value) => setKind(value ?? undefined)}
            />
            <Checkbox
              label={t('withDismissed', { count: latest?.dismissed ?? 0 })}
              checked={withDismissed}
              onChange={(event) => setWithDismissed(event.currentTarget.checked)}
            />
            <Button variant="subtle" onClick={() => setSettingRut(true)}>
              {t('agencyRut')}
            </Button>
          </>
        }
        below={<FindingDetail finding={current} onRestore={putBack} />}
        bar={(selected) => (
          <Button
            leftSection={<IconEyeOff size={14} aria-hidden />}
            disabled={selected.count === 0}
            onClick={() => selected.with(setDismissing)}
          >
            {t('dismiss')}
          </Button>
        )}
        menu={(row, selected) =>
          row.dismissed ? (
            <Menu.Item onClick={() => putBack(row)}>{t('restore')}</Menu.Item>
          ) : (
            <Menu.Item onClick={() => selected.with(setDismissing)}>{t('dismiss')}</Menu.Item>
          )
        }
        documents={(rows) => downloadOfDispatches(rows.flatMap(({ dispatches }) => dispatches))}
        save={({ columns: _shown, ...shown }) =>
          invoke('carpeta.export', {
            ...shown,
            list: 'findings',
            query,
            columns: savedFindingColumns(t),
            words: {
              kind: Object.fromEntries(findingKinds.map((one) => [one, t(`kind.${one}`)])),
            },
          })
        }
      />
      {dismissing && (
        <DismissDialog
          findings={dismissing}
          onClose={() => setDismissing(undefined)}
          onDone={() => {
            setDismissing(undefined);
            setInspected(undefined);
          }}
        />
      )}
      {isSettingRut && <AgencyRutDialog onClose={() => setSettingRut(false)} />}
    </div>
  );
}

function useFindingColumns(): readonly ListColumn<Finding>[] {
  const { t } = useTranslation('review');
  const clients = useInvokeQuery('clients.list', undefined).data;
  return useMemo(
    () => [
      textColumn<Finding>(
        'subject',
        t('column.subject'),
        250,
        ({ reason }) => findingSubject(reason, t),
        480,
      ),
      textColumn<Finding>(
        'dispatches',
        t('column.dispatches'),
        116,
        ({ dispatches }) => dispatches.map(({ number }) => number).join(', '),
        140,
      ),
      {
        ...textColumn<Finding>(
          'why',
          t('column.why'),
          360,
          (finding) => findingReason(finding, clients, t),
          700,
        ),
        isUnsorted: true,
      },
      textColumn<Finding>('note', t('column.note'), 140, ({ dismissed }) => dismissed?.note ?? '', 200),
    ],
    [t, clients],
  );
}

const columns = [
  'kind',
  'dispatches',
  'papers',
  'payments',
  'subject',
  'folio',
  'issuerId',
  'issuerName',
  'net',
  'tax',
  'exempt',
  'total',
  'difference',
  'customerId',
  'customerName',
  'type',
  'count',
  'single',
  'note',
] as const;

/** The columns of a saved list of findings: each kind fills the columns of its own reason. */
function savedFindingColumns(t: TFunction<'review'>): SavedColumn[] {
  return columns.map((column) => ({ column, title: t(`saved.${column}`) }));
}

interface Props {
  findings: readonly Finding[];
  onDone: () => void;
  onClose: () => void;
}

/** Dismisses findings, with a note. */
function DismissDialog({ findings, onDone, onClose }: Props) {
  const { t } = useTranslation('review');
  const toast = useToast();
  const changed = useChanged();
  const [note, setNote] = useState('');
  const dismiss = useAppMutation(async () => {
    for (const finding of findings) {
      await invoke('carpeta.dismiss', { finding: finding.id, connectionId: connectionOf(finding), note });
    }
    toast(t('dismissed', { count: findings.length }), {
      undo: async () => {
        for (const { id } of findings) await invoke('carpeta.restore', { finding: id });
        await changed(['carpeta.findings']);
      },
    });
    onDone();
  }, ['carpeta.findings']);
  function submit(event: FormEvent) {
    event.preventDefault();
    dismiss.mutate();
  }
  return (
    <Dialog onClose={onClose} title={t('dismissTitle', { count: findings.length })}>
      <form className={form.form} onSubmit={submit}>
        <NoteField
          label={t('note')}
          description={t('noteMeans')}
          data-autofocus
          value={note}
          onNote={setNote}
        />
        {dismiss.error && <ErrorMessage error={dismiss.error} />}
        <DialogEnd onCancel={onClose}>
          <Button type="submit" loading={dismiss.isPending}>
            {t('dismissIt')}
          </Button>
        </DialogEnd>
      </form>
    </Dialog>
  );
}
