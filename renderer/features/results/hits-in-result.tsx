import { IconDeviceFloppy } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ListName } from '../../../shared/model/lists.ts';
import type { SavedSearch } from '../../../shared/model/search.ts';
import type { SearchQuery } from '../../../shared/model/search-query.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { restoreListStates, viewToSave } from './result-list-state.ts';
import SaveDialog from './save-dialog.tsx';
import TextHits from './text-hits.tsx';

interface Props {
  words: string;
  resultSetId: string;
  list: ListName;
  saved: SavedSearch | undefined;
  /** Undefined if the query is unknown: nothing can be saved then. */
  query: SearchQuery | undefined;
  title: string;
}

/** The documents of a result whose files have the words; saved with its search. */
export default function HitsInResult({ words, resultSetId, list, saved, query, title }: Props) {
  const { t } = useTranslation('results');
  const [isDialogOpen, setDialogOpen] = useState(false);
  const view = saved?.view ?? viewToSave(list, restoreListStates(resultSetId, saved).all(), undefined, query);
  return (
    <>
      <TextHits text={words} resultSetId={resultSetId}>
        <ActionButton
          icon={IconDeviceFloppy}
          disabled={query === undefined}
          onClick={() => setDialogOpen(true)}
        >
          {t('save')}
        </ActionButton>
      </TextHits>
      {isDialogOpen && query && (
        <SaveDialog
          saved={saved}
          query={query}
          resultSetId={resultSetId}
          suggestedName={saved?.name ?? `${title} · ${words}`}
          view={{ ...view, words }}
          onSaved={() => undefined}
          onClose={() => setDialogOpen(false)}
        />
      )}
    </>
  );
}
