import { Button, Checkbox, Group, NumberInput, Radio, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SavedSearch, SavedSearchDraft } from '../../../shared/model/search.ts';
import type { SearchQuery } from '../../../shared/model/search-query.ts';
import { refreshHours } from '../../../shared/model/setting-limits.ts';
import { FolderField } from '../../components/downloads-dialog/folder-field.tsx';
import { useInvokeMutation } from '../../ipc/invoke-hooks.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogEnd } from '../../ui/dialog-end.tsx';
import { ErrorMessage } from '../../ui/error-message/error-message.tsx';
import form from '../../ui/form.module.css';
import { navigate, routeOfSaved } from '../../ui/route.ts';
import { useToast } from '../../ui/toast.tsx';

interface Props {
  /** The open saved search, to be edited; absent for a new one. */
  saved: SavedSearch | undefined;
  query: SearchQuery;
  resultSetId: string;
  suggestedName: string;
  view: SavedSearchDraft['view'];
  onSaved: () => void;
  onClose: () => void;
}

/**
 * Saves a search with its columns, sort order, filter and grouping; its rows stay stored and open without a
 * network.
 */
export default function SaveDialog({
  saved,
  query,
  resultSetId,
  suggestedName,
  view,
  onSaved,
  onClose,
}: Props) {
  const { t } = useTranslation('saved');
  const toast = useToast();
  const [name, setName] = useState(suggestedName.slice(0, 120));
  const [folder, setFolder] = useState(saved?.folder ?? '');
  const [refresh, setRefresh] = useState<SavedSearchDraft['refresh']>(saved?.refresh ?? { kind: 'at-start' });
  const [downloadsNew, setDownloadsNew] = useState(saved?.downloadsNew ?? false);
  const [takesPapers, setTakesDocuments] = useState(saved?.takesPapers ?? false);
  const create = useInvokeMutation('saved.create', ['saved.list']);
  const change = useInvokeMutation('saved.change', ['saved.list']);

  function save(event: FormEvent) {
    event.preventDefault();
    const draft = {
      name,
      question: query,
      view,
      folder,
      template: saved?.template ?? '',
      refresh,
      downloadsNew,
      takesPapers,
    };
    const onSuccess = (saved: SavedSearch) => {
      toast(t('kept', { name: saved.name }));
      onSaved();
      onClose();
      navigate(routeOfSaved(saved));
    };
    if (saved) change.mutate({ ...draft, id: saved.id }, { onSuccess });
    else create.mutate({ ...draft, resultSetId }, { onSuccess });
  }

  const error = create.error ?? change.error;
  return (
    <Dialog title={saved ? t('change') : t('save')} onClose={onClose}>
      <form className={form.form} onSubmit={save}>
        <TextInput
          label={t('name')}
          data-autofocus
          value={name}
          maxLength={120}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Radio.Group
          label={t('refresh')}
          value={refresh.kind}
          onChange={(kind) => {
            if (kind === 'by-hand' || kind === 'at-start') setRefresh({ kind });
            else setRefresh({ kind: 'hours', hours: 4 });
          }}
        >
          <Radio value="by-hand" label={t('refreshBy.by-hand')} mt={6} />
          <Radio value="at-start" label={t('refreshBy.at-start')} mt={6} />
          <Group gap="xs" mt={6}>
            <Radio value="hours" label={t('refreshBy.hours')} />
            <NumberInput
              aria-label={t('hours')}
              w={64}
              min={refreshHours.min}
              max={refreshHours.max}
              clampBehavior="strict"
              value={refresh.kind === 'hours' ? refresh.hours : 4}
              disabled={refresh.kind !== 'hours'}
              onChange={(hours) => setRefresh({ kind: 'hours', hours: Number(hours) || refreshHours.min })}
            />
            {t('hours')}
          </Group>
        </Radio.Group>
        <FolderField label={t('folder')} description={t('folderMeans')} value={folder} onChange={setFolder} />
        <Checkbox
          label={t('downloadsNew')}
          checked={downloadsNew}
          disabled={folder === ''}
          onChange={(event) => setDownloadsNew(event.currentTarget.checked)}
        />
        <Checkbox
          label={t('takesPapers')}
          checked={takesPapers}
          onChange={(event) => setTakesDocuments(event.currentTarget.checked)}
        />
        {error && <ErrorMessage error={error} />}
        <DialogEnd onCancel={onClose}>
          <Button type="submit" disabled={name.trim() === ''} loading={create.isPending || change.isPending}>
            {t('saveIt')}
          </Button>
        </DialogEnd>
      </form>
    </Dialog>
  );
}
