import type { ReactNode } from 'react';
import { MergeWhenFetched } from '../../../renderer/components/document-actions/merge-when-fetched.ts';
import { GetDocuments } from '../../../renderer/components/document-actions/open-download-dialog.ts';
import { useInvokeQuery } from '../../../renderer/ipc/invoke-hooks.ts';
import { useChangeSettings, useSettings } from '../../../renderer/ipc/settings-hooks.ts';
import { ShortcutsOpener } from '../../../renderer/ui/keyboard/shortcuts-dialog.tsx';
import { CommandContext, useCommand, useCommandRegistry } from '../../../renderer/ui/keyboard/use-command.ts';
import { SearchTextContext, useSearchTextState } from '../../../renderer/ui/search-box-text.ts';
import { LayoutContext, useLayoutState } from '../../../renderer/ui/stored-layout.ts';
import { UndoKey } from '../../../renderer/ui/undo-key.tsx';

interface Props {
  /** Hears of Esc where it leads back. */
  onBack?: () => void;
  children: ReactNode;
}

/**
 * What the app shares with the part that it shows: its keys and their sheet, its layout, the text of the
 * search.
 */
export function InAppWindow({ onBack = () => undefined, children }: Props) {
  const settings = useInvokeQuery('settings.get', undefined);
  return (
    <CommandContext value={useCommandRegistry()}>
      <Back onBack={onBack} />
      <ShortcutsOpener />
      <UndoKey />
      {settings.data && <Shared>{children}</Shared>}
    </CommandContext>
  );
}

function Shared({ children }: { children: ReactNode }) {
  const layout = useLayoutState(useSettings().settings.layout, false, useChangeSettings());
  return (
    <LayoutContext value={layout}>
      <SearchTextContext value={useSearchTextState()}>
        <GetDocuments>
          <MergeWhenFetched>{children}</MergeWhenFetched>
        </GetDocuments>
      </SearchTextContext>
    </LayoutContext>
  );
}

function Back({ onBack }: { onBack: () => void }): null {
  useCommand('back', onBack);
  return null;
}
