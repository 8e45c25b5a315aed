import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ClosedDispatch } from '../../../shared/model/dossier.ts';
import { invoke, useAppMutation } from '../../ipc/invoke-hooks.ts';
import { DayField } from '../../ui/day-field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { dispatchOf } from '../../ui/inspected-subject.ts';
import { NoteField } from '../../ui/note-field.tsx';
import screen from '../../ui/screen.module.css';
import { useToast } from '../../ui/toast.tsx';
import { retentionBasis, retentionDay } from './retention-text.ts';

interface Props {
  folders: readonly ClosedDispatch[];
  onClose: () => void;
}

/** Sets the retention of folders: a day that the person enters, or the legal rule again. */
export function RetentionDialog({ folders, onClose }: Props) {
  const { t } = useTranslation('folders');
  const { t: ui } = useTranslation('ui');
  const toast = useToast();
  const [only] = folders.length === 1 ? folders : [];
  const retention = only?.retention;
  const [day, setDay] = useState(retention?.kind === 'known' ? retention.until : undefined);
  const [note, setNote] = useState(retention?.kind === 'known' ? retention.note : '');
  const isSet = folders.some((one) => one.retention.kind === 'known' && one.retention.basis === 'person');

  const set = useAppMutation(
    async (until: string | undefined) => {
      const retained = until === undefined ? { note: '' } : { until, note };
      for (const folder of folders)
        await invoke('dossier.setRetention', { ...dispatchOf(folder), ...retained });
      toast(t('kept', { count: folders.length }));
      onClose();
    },
    ['dossier.folders', 'dossier.matrix'],
  );
  return (
    <FormDialog
      title={only ? t('setTitleOne', { number: only.number }) : t('setTitle', { count: folders.length })}
      label={ui('save')}
      isDisabled={day === undefined}
      isBusy={set.isPending}
      error={set.error}
      before={
        isSet && (
          <Button variant="subtle" loading={set.isPending} onClick={() => set.mutate(undefined)}>
            {t('useRule')}
          </Button>
        )
      }
      onSubmit={() => day !== undefined && set.mutate(day)}
      onClose={onClose}
    >
      {retention && (
        <p className={screen.soft}>
          {[retentionDay(retention) ?? t('notKnown'), retentionBasis(retention, t)].join(' · ')}
        </p>
      )}
      <DayField label={t('until')} first={day} onDay={setDay} isFirst />
      <NoteField label={t('note')} description={t('noteMeans')} value={note} onNote={setNote} />
    </FormDialog>
  );
}
