import { Button, Textarea } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Finding } from '../../../shared/model/review.ts';
import { ask, useAct, useChanged } from '../../ipc/bridge.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogEnd } from '../../ui/dialog-end.tsx';
import { Fault } from '../../ui/fault/fault.tsx';
import form from '../../ui/form.module.css';
import { useToast } from '../../ui/toast.tsx';
import { connectionOf } from './finding-words.ts';

interface Props {
  findings: readonly Finding[];
  onDone: () => void;
  onClose: () => void;
}

/** Says that somebody looked, with what they noted. */
export function DismissDialog({ findings, onDone, onClose }: Props) {
  const { t } = useTranslation('review');
  const { t: ui } = useTranslation('ui');
  const toast = useToast();
  const changed = useChanged();
  const [note, setNote] = useState('');
  const dismiss = useAct(async () => {
    for (const finding of findings) {
      await ask('carpeta.dismiss', { finding: finding.id, connectionId: connectionOf(finding), note });
    }
    toast(t('dismissed', { count: findings.length }), {
      undo: async () => {
        for (const { id } of findings) await ask('carpeta.restore', { finding: id });
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
        <Textarea
          label={t('note')}
          description={t('noteMeans')}
          data-autofocus
          autosize
          minRows={2}
          maxRows={6}
          maxLength={2000}
          value={note}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
        {dismiss.error && <Fault error={dismiss.error} />}
        <DialogEnd>
          <Button variant="default" onClick={onClose}>
            {ui('cancel')}
          </Button>
          <Button type="submit" loading={dismiss.isPending}>
            {t('dismissIt')}
          </Button>
        </DialogEnd>
      </form>
    </Dialog>
  );
}
