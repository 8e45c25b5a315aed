import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AppError } from '../../../shared/errors.ts';
import { dayInSantiago } from '../../../shared/model/dates.ts';
import type { DocumentRequest, MissingDocument } from '../../../shared/model/dossier.ts';
import { useInvokeMutation } from '../../ipc/invoke-hooks.ts';
import { DayField } from '../../ui/day-field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { dispatchOf } from '../../ui/inspected-subject.ts';
import { NoteField } from '../../ui/note-field.tsx';
import { usePartyLabel } from '../../ui/use-party-label.ts';
import { onlyResponsible } from './request-text.ts';
import { useNoteRequests } from './use-note-requests.ts';

interface FormProps {
  title: string;
  first: Pick<DocumentRequest, 'askedOn' | 'askedOf' | 'note'>;
  isBusy: boolean;
  error: AppError | null;
  onSave: (said: Pick<DocumentRequest, 'askedOn' | 'askedOf' | 'note'>) => void;
  onClose: () => void;
}

/** The date, the recipient and the note of a request. */
function RequestForm({ title, first, isBusy, error, onSave, onClose }: FormProps) {
  const { t } = useTranslation('missing');
  const { t: ui } = useTranslation('ui');
  const [day, setDay] = useState<string | undefined>(first.askedOn);
  const [who, setWho] = useState(first.askedOf);
  const [note, setNote] = useState(first.note);
  return (
    <FormDialog
      title={title}
      label={ui('save')}
      isDisabled={day === undefined}
      isBusy={isBusy}
      error={error}
      onSubmit={() => day !== undefined && onSave({ askedOn: day, askedOf: who, note })}
      onClose={onClose}
    >
      <DayField label={t('column.askedOn')} first={first.askedOn} onDay={setDay} />
      <TextInput
        label={t('column.askedOf')}
        description={t('askedOfMeans')}
        data-autofocus
        maxLength={200}
        value={who}
        onChange={(event) => setWho(event.currentTarget.value)}
      />
      <NoteField label={t('column.note')} value={note} onNote={setNote} />
    </FormDialog>
  );
}

/** Records requests for documents. */
export function RequestDialog({
  missingDocuments,
  onClose,
}: {
  missingDocuments: readonly MissingDocument[];
  onClose: () => void;
}) {
  const { t } = useTranslation('missing');
  const nameOf = usePartyLabel();
  const owing = onlyResponsible(missingDocuments);
  const { note } = useNoteRequests();
  return (
    <RequestForm
      title={t('noteTitle', { count: missingDocuments.length })}
      first={{
        askedOn: dayInSantiago(Date.now()),
        askedOf: owing && nameOf(owing),
        note: '',
      }}
      isBusy={note.isPending}
      error={note.error}
      onClose={onClose}
      onSave={(said) =>
        note.mutate(
          {
            ...said,
            missingDocuments: missingDocuments.map((one) => ({ ...dispatchOf(one), type: one.type })),
          },
          { onSuccess: onClose },
        )
      }
    />
  );
}

/** Edits the request of one document. */
export function ChangeRequestDialog({ request, onClose }: { request: DocumentRequest; onClose: () => void }) {
  const { t } = useTranslation('missing');
  const change = useInvokeMutation('dossier.changeRequest', ['dossier.gaps', 'dossier.chases']);
  return (
    <RequestForm
      title={t('changeTitle', { type: request.type, number: request.number })}
      first={request}
      isBusy={change.isPending}
      error={change.error}
      onClose={onClose}
      onSave={(said) => change.mutate({ ...said, id: request.id }, { onSuccess: onClose })}
    />
  );
}
