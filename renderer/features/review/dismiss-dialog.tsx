import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Finding } from '../../../shared/model/review.ts';
import { invoke, useAppMutation, useChanged } from '../../ipc/invoke-hooks.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { NoteField } from '../../ui/note-field.tsx';
import { useToast } from '../../ui/toast.tsx';
import { connectionOf } from './finding-labels.ts';

interface Props {
  findings: readonly Finding[];
  /** Called once they are dismissed, before the dialog closes. */
  onDone: () => void;
  onClose: () => void;
}

/** Dismisses findings, with a note. */
export function DismissDialog({ findings, onDone, onClose }: Props) {
  const { t } = useTranslation('review');
  const toast = useToast();
  const changed = useChanged();
  const [note, setNote] = useState('');
  const dismiss = useAppMutation(async () => {
    for (const finding of findings) {
      await invoke('dossier.dismissFinding', {
        finding: finding.id,
        connectionId: connectionOf(finding),
        note,
      });
    }
    toast(t('dismissed', { count: findings.length }), {
      undo: async () => {
        for (const { id } of findings) await invoke('dossier.restoreFinding', { finding: id });
        await changed(['dossier.findings']);
      },
    });
    onDone();
    onClose();
  }, ['dossier.findings']);
  return (
    <FormDialog
      title={t('dismissTitle', { count: findings.length })}
      label={t('dismissIt')}
      isBusy={dismiss.isPending}
      error={dismiss.error}
      onSubmit={() => dismiss.mutate()}
      onClose={onClose}
    >
      <NoteField
        label={t('note')}
        description={t('noteMeans')}
        data-autofocus
        value={note}
        onNote={setNote}
      />
    </FormDialog>
  );
}
