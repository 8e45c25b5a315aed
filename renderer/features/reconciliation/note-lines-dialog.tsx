import { Select, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { dispatchKey } from '../../../shared/composite-key.ts';
import { dayInSantiago } from '../../../shared/model/dates.ts';
import type { ReconciledLine } from '../../../shared/model/review.ts';
import { invoke, useAppMutation, useInvokeQuery } from '../../ipc/invoke-hooks.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import screen from '../../ui/screen.module.css';
import { useToast } from '../../ui/toast.tsx';

type Payment = ReconciledLine['payments'][number];

/** The dispatches for which lines were paid, each once: only their requests can be noted. */
export function paidDispatches(lines: readonly ReconciledLine[]): readonly Payment[] {
  const keyed = lines
    .flatMap(({ payments }) => payments)
    .filter(({ number }) => number !== '')
    .map((payment) => [dispatchKey(payment), payment] as const);
  return [...new Map(keyed).values()];
}

/** The limit of a note (`dossier.saveRequests`). */
const maxNoteLength = 2_000;

interface Props {
  /** The lines that a mail requested. */
  lines: readonly ReconciledLine[];
  /** Whom the mail was addressed to; `''` if nobody. */
  to: string;
  onNoted: () => void;
  onClose: () => void;
}

/**
 * Notes what a mail requested, by dispatch. The person chooses the type: the register's does not say which of
 * the agency's the document will have, and a request ends when one of its type arrives.
 */
export function NoteLinesDialog({ lines, to, onNoted, onClose }: Props) {
  const { t } = useTranslation('reconciliation');
  const toast = useToast();
  const [type, setType] = useState<string | null>(null);
  const [who, setWho] = useState(to);
  const dispatches = paidDispatches(lines);
  const connectionId = dispatches[0]?.connectionId ?? '';
  const types = useInvokeQuery('types.list', { connectionId }, { enabled: connectionId !== '' });
  const noteable = lines.filter((line) => paidDispatches([line]).length > 0);
  const without = lines.length - noteable.length;
  const note = useAppMutation(async () => {
    const { ids } = await invoke('dossier.saveRequests', {
      missingDocuments: dispatches.map(({ connectionId: of, number, rut }) => ({
        connectionId: of,
        number,
        rut,
        type: type ?? '',
      })),
      askedOn: dayInSantiago(Date.now()),
      askedOf: who,
      note: noteable
        .map(({ folio }) => folio)
        .filter(Boolean)
        .join(', ')
        .slice(0, maxNoteLength),
    });
    toast(t('noteLines.noted', { count: ids.length }));
    onNoted();
  }, ['dossier.gaps', 'dossier.chases']);
  return (
    <FormDialog
      title={t('noteLines.title', { count: dispatches.length })}
      label={t('noteLines.save')}
      isDisabled={type === null}
      isBusy={note.isPending}
      error={note.error ?? types.error}
      onSubmit={() => note.mutate()}
      onClose={onClose}
    >
      <Select
        label={t('noteLines.type')}
        description={t('noteLines.typeMeans')}
        searchable
        data-autofocus
        data={[...new Set(types.data?.types.map(({ name }) => name))]}
        value={type}
        onChange={setType}
      />
      <TextInput
        label={t('noteLines.askedOf')}
        maxLength={200}
        value={who}
        onChange={(event) => setWho(event.currentTarget.value)}
      />
      {without > 0 && <p className={screen.soft}>{t('noteLines.without', { count: without })}</p>}
    </FormDialog>
  );
}
