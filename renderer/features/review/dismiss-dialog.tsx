import { Button } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Finding } from '../../../shared/model/review.ts';
import { invoke, useAppMutation, useChanged } from '../../ipc/invoke-hooks.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogEnd } from '../../ui/dialog-end.tsx';
import { ErrorMessage } from '../../ui/error-message/error-message.tsx';
import form from '../../ui/form.module.css';
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
      await invoke('carpeta.dismiss', { finding: finding.id, connectionId: connectionOf(finding), note });
    }
    toast(t('dismissed', { count: findings.length }), {
      undo: async () => {
        for (const { id } of findings) await invoke('carpeta.restore', { finding: id });
        await changed(['carpeta.findings']);
      },
    });
    onDone();
    onClose();
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
