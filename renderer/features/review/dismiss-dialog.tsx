import { Button, Group, Textarea } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type CarpetaError, toCarpetaError } from '../../../shared/errors.ts';
import type { Finding } from '../../../shared/model/review.ts';
import { ask, useChanged } from '../../ipc/bridge.ts';
import { Dialog } from '../../ui/dialog.tsx';
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
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState<CarpetaError>();
  async function dismiss(event: FormEvent) {
    event.preventDefault();
    setBusy(true);
    try {
      for (const finding of findings) {
        await ask('carpeta.dismiss', { finding: finding.id, connectionId: connectionOf(finding), note });
      }
      toast(t('dismissed', { count: findings.length }));
      onDone();
    } catch (thrown) {
      setFault(toCarpetaError(thrown));
      setBusy(false);
    }
    await changed(['carpeta.findings']);
  }
  return (
    <Dialog onClose={onClose} title={t('dismissTitle', { count: findings.length })}>
      <form className={form.form} onSubmit={(event) => void dismiss(event)}>
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
        {fault && <Fault error={fault} />}
        <Group justify="end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {ui('cancel')}
          </Button>
          <Button type="submit" loading={isBusy}>
            {t('dismissIt')}
          </Button>
        </Group>
      </form>
    </Dialog>
  );
}
