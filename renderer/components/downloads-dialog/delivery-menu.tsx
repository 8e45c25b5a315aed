import { Button, Menu } from '@mantine/core';
import {
  IconChevronDown,
  IconFileTypePdf,
  IconFileZip,
  IconPrinter,
  IconShieldSearch,
} from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AppError } from '../../../shared/errors.ts';
import type { DocumentKey } from '../../../shared/model/document.ts';
import { invoke, useAppMutation } from '../../ipc/invoke-hooks.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorMessage } from '../../ui/error-message/error-message.tsx';
import { Keys } from '../../ui/keyboard/keys.tsx';
import { commandRank, useCommand } from '../../ui/keyboard/use-command.ts';
import { MenuButton } from '../../ui/opening-button.tsx';
import { preloadable, usePreload } from '../../ui/preloadable.tsx';
import { navigate } from '../../ui/route.ts';
import { isInSearchBox } from '../../ui/search-text.ts';
import { asPasted, type DeliverySelection, selectedDocuments } from './delivery-selection.ts';

const mergeDialog = preloadable(() => import('./merge-dialog.tsx'));
const zipDialog = preloadable(() => import('./zip-dialog.tsx'));

interface Props {
  /** Number of selected rows. */
  count: number;
  /** Reads the selection that the rows stand for. */
  readSelection: () => Promise<DeliverySelection>;
  /** Numbers of the query that were not found, which a package records. */
  notFound?: (() => Promise<readonly string[]>) | undefined;
  /**
   * Whether the rows are documents, which are printed one by one; a dispatch is printed from its merged file.
   */
  areDocuments?: boolean;
  /** A small button, for narrow spaces. */
  isSmall?: boolean;
  /** Whether it acts on the subject of the inspector: the shortcut prefers selected rows. */
  isOfSubject?: boolean;
}

/** More documents than this are printed from one merged file, not one by one. */
const maxPrinted = 20;

/**
 * Prints documents and downloads missing ones first; rejects with the first error after the others are
 * printed.
 */
async function printDocuments(documents: readonly DocumentKey[]): Promise<void> {
  const failures = await invoke('handover.fetch', { documents: [...documents] });
  const isDownloaded = ({ connectionId, id }: DocumentKey) =>
    !failures.some(({ document }) => document.connectionId === connectionId && document.id === id);
  for (const document of documents.filter(isDownloaded)) await invoke('handover.print', document);
  const [first] = failures;
  if (first) throw new AppError(first.code, `${failures.length} documents could not be downloaded`);
}

type DeliveryAction = 'merge' | 'zip' | 'package' | 'print';

/** The delivery actions for selected dispatches or documents: one PDF each, a ZIP, a package, printing. */
export function DeliveryMenu({
  count,
  readSelection,
  notFound,
  areDocuments = false,
  isSmall = false,
  isOfSubject = false,
}: Props) {
  const { t } = useTranslation('dossier');
  usePreload(mergeDialog);
  usePreload(zipDialog);
  const [dialog, setDialog] = useState<{ kind: 'merge' | 'zip'; selection: DeliverySelection }>();

  const action = useAppMutation(async (what: DeliveryAction) => {
    const selection = await readSelection();
    if (what === 'merge' || what === 'zip') setDialog({ kind: what, selection });
    else if (what === 'package')
      navigate({ view: 'package', numbers: asPasted(selection.dispatches, await notFound?.()) });
    else {
      await printDocuments(selectedDocuments(selection, []));
    }
  });

  useCommand(
    'merge',
    () => {
      // In the search box the shortcut belongs to the text.
      if (count === 0 || isInSearchBox()) return false;
      action.mutate('merge');
    },
    isOfSubject ? commandRank.subject : commandRank.selected,
  );

  const close = () => setDialog(undefined);
  return (
    <>
      <MenuButton
        position="top-end"
        button={(opening) => (
          <Button
            {...opening}
            variant="default"
            size={isSmall ? 'compact-xs' : 'xs'}
            disabled={count === 0}
            rightSection={<IconChevronDown size={14} aria-hidden />}
          >
            {t('handOver.name')}
          </Button>
        )}
      >
        <DeliveryItems count={count} areDocuments={areDocuments} onAction={action.mutate} />
      </MenuButton>
      {dialog?.kind === 'merge' && <mergeDialog.Component selection={dialog.selection} onClose={close} />}
      {dialog?.kind === 'zip' && <zipDialog.Component selection={dialog.selection} onClose={close} />}
      {action.error && (
        <Dialog onClose={action.reset} title={t('handOver.name')}>
          <ErrorMessage error={action.error} />
        </Dialog>
      )}
    </>
  );
}

interface DeliveryItemsProps {
  count: number;
  areDocuments: boolean;
  onAction: (action: DeliveryAction) => void;
}

/** The items of the delivery menu; only documents are printed and dragged. */
function DeliveryItems({ count, areDocuments, onAction }: DeliveryItemsProps) {
  const { t } = useTranslation('dossier');
  return (
    <>
      <Menu.Item
        leftSection={<IconFileTypePdf size={15} aria-hidden />}
        rightSection={<Keys of="merge" />}
        onClick={() => onAction('merge')}
      >
        {t('handOver.merge')}
      </Menu.Item>
      <Menu.Item leftSection={<IconFileZip size={15} aria-hidden />} onClick={() => onAction('zip')}>
        {t('handOver.zip')}
      </Menu.Item>
      <Menu.Item leftSection={<IconShieldSearch size={15} aria-hidden />} onClick={() => onAction('package')}>
        {t('handOver.package')}
      </Menu.Item>
      {areDocuments && (
        <Menu.Item
          leftSection={<IconPrinter size={15} aria-hidden />}
          disabled={count > maxPrinted}
          onClick={() => onAction('print')}
        >
          {t('handOver.print')}
        </Menu.Item>
      )}
      {areDocuments && <Menu.Label>{t('handOver.drag')}</Menu.Label>}
    </>
  );
}
