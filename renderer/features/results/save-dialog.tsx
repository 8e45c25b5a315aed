import { Group, NumberInput, Radio, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SavedSearch, SavedSearchDraft } from '../../../shared/model/search.ts';
import { refreshHours } from '../../../shared/model/setting-limits.ts';
import { FolderField } from '../../components/document-actions/folder-field.tsx';
import { useInvokeMutation } from '../../ipc/invoke-hooks.ts';
import { CheckField } from '../../ui/check-field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { navigate, routeOfSaved } from '../../ui/route.ts';
import { useToast } from '../../ui/toast.tsx';

type Refresh = SavedSearchDraft['refresh'];

interface Props {
  /** The open saved search, to be edited; absent for a new one. */
  saved: SavedSearch | undefined;
  query: SavedSearchDraft['question'];
  /** The rows that are saved with it; undefined for words, which have none. */
  resultSetId: string | undefined;
  suggestedName: string;
  view: SavedSearchDraft['view'];
  onSaved: () => void;
  onClose: () => void;
}

/**
 * Saves a search with its columns, sort order, filter and grouping; its rows stay stored and open without a
 * network. One for words has no rows, is not refreshed and downloads nothing by itself.
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
  const isForWords = query.kind === 'words';
  const [name, setName] = useState(suggestedName.slice(0, 120));
  const [folder, setFolder] = useState(saved?.folder ?? '');
  const [refresh, setRefresh] = useState<Refresh>(
    saved?.refresh ?? { kind: isForWords ? 'by-hand' : 'at-start' },
  );
  const [downloadsNew, setDownloadsNew] = useState(saved?.downloadsNew ?? false);
  const [takesPapers, setTakesDocuments] = useState(saved?.takesPapers ?? false);
  const { save, isSaving, error } = useSaveSearch(saved, resultSetId, () => {
    onSaved();
    onClose();
  });

  function submit() {
    const template = saved?.template ?? '';
    save({ name, question: query, view, folder, template, refresh, downloadsNew, takesPapers });
  }

  return (
    <FormDialog
      title={saved ? t('change') : t('save')}
      label={t('saveIt')}
      isDisabled={name.trim() === ''}
      isBusy={isSaving}
      error={error}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextInput
        label={t('name')}
        data-autofocus
        value={name}
        maxLength={120}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      {isForWords ? <p>{t('wordsMeans')}</p> : <RefreshField value={refresh} onChange={setRefresh} />}
      <FolderField label={t('folder')} description={t('folderMeans')} value={folder} onChange={setFolder} />
      {!isForWords && (
        <>
          <CheckField
            label={t('downloadsNew')}
            checked={downloadsNew}
            disabled={folder === ''}
            onCheck={setDownloadsNew}
          />
          <CheckField label={t('takesPapers')} checked={takesPapers} onCheck={setTakesDocuments} />
        </>
      )}
    </FormDialog>
  );
}

interface RefreshFieldProps {
  value: Refresh;
  onChange: (refresh: Refresh) => void;
}

/** When the search is refreshed: by hand, at each start, or every few hours. */
function RefreshField({ value, onChange }: RefreshFieldProps) {
  const { t } = useTranslation('saved');
  return (
    <Radio.Group
      label={t('refresh')}
      value={value.kind}
      onChange={(kind) => {
        if (kind === 'by-hand' || kind === 'at-start') onChange({ kind });
        else onChange({ kind: 'hours', hours: initialHours });
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
          value={value.kind === 'hours' ? value.hours : initialHours}
          disabled={value.kind !== 'hours'}
          onChange={(hours) => onChange({ kind: 'hours', hours: Number(hours) || refreshHours.min })}
        />
        {t('hours')}
      </Group>
    </Radio.Group>
  );
}

/** Hours between two refreshes, until the person sets others. */
const initialHours = 4;

/** Stores a draft as a new saved search, or as that of `saved`, and then opens it. */
function useSaveSearch(saved: SavedSearch | undefined, resultSetId: string | undefined, onSaved: () => void) {
  const { t } = useTranslation('saved');
  const toast = useToast();
  const create = useInvokeMutation('saved.create', ['saved.list']);
  const change = useInvokeMutation('saved.change', ['saved.list']);
  const onSuccess = (stored: SavedSearch) => {
    toast(t('kept', { name: stored.name }));
    onSaved();
    navigate(routeOfSaved(stored));
  };
  return {
    save(draft: SavedSearchDraft): void {
      if (saved) change.mutate({ ...draft, id: saved.id }, { onSuccess });
      else create.mutate({ ...draft, resultSetId }, { onSuccess });
    },
    isSaving: create.isPending || change.isPending,
    error: create.error ?? change.error,
  };
}
