import { IconDeviceFloppy } from '@tabler/icons-react';
import { type ComponentProps, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SavedSearchDraft } from '../../../shared/model/search.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { useKeyText } from '../../ui/keyboard/keys.tsx';
import { useCommand } from '../../ui/keyboard/use-command.ts';
import SaveDialog from './save-dialog.tsx';

interface Props extends Omit<ComponentProps<typeof SaveDialog>, 'query' | 'onSaved' | 'onClose'> {
  /** Undefined if the query is unknown: nothing can be saved then. */
  query: SavedSearchDraft['question'] | undefined;
}

/** Saves a search with its words. */
export function SaveWords({ query, ...dialog }: Props) {
  const { t } = useTranslation('results');
  const keyText = useKeyText();
  const [isOpen, setOpen] = useState(false);
  useCommand('save', () => {
    if (!query) return false;
    setOpen(true);
  });
  return (
    <>
      <ActionButton
        icon={IconDeviceFloppy}
        title={keyText('save')}
        disabled={query === undefined}
        onClick={() => setOpen(true)}
      >
        {t('save')}
      </ActionButton>
      {isOpen && query && (
        <SaveDialog {...dialog} query={query} onSaved={() => undefined} onClose={() => setOpen(false)} />
      )}
    </>
  );
}
