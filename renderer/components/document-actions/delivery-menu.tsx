import { Button, Menu } from '@mantine/core';
import {
  IconChevronDown,
  IconFileTypePdf,
  IconFileZip,
  IconMail,
  IconPrinter,
  IconShieldSearch,
} from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppMutation } from '../../ipc/invoke-hooks.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorMessage } from '../../ui/error-message/error-message.tsx';
import { Keys } from '../../ui/keyboard/keys.tsx';
import { commandRank, useCommand } from '../../ui/keyboard/use-command.ts';
import { MenuButton } from '../../ui/opening-button.tsx';
import { preloadable, usePreload } from '../../ui/preloadable.tsx';
import { navigate } from '../../ui/route.ts';
import { isInSearchBox } from '../../ui/search-box-text.ts';
import {
  asPasted,
  type DeliverySelection,
  requireDocuments,
  selectedDocuments,
} from './delivery-selection.ts';
import { readDocuments } from './use-documents.ts';
import { type ToMail, useMail } from './use-mail.ts';
import { usePrintDocuments } from './use-print-documents.ts';

const mergeDialog = preloadable(() => import('./merge-dialog.tsx'));
const mailNotice = preloadable(() => import('./mail-notice.tsx'));
const zipDialog = preloadable(() => import('./zip-dialog.tsx'));

interface Props {
  /** Number of selected rows. */
  count: number;
  /** Reads the selection that the rows stand for. */
  readSelection: () => Promise<DeliverySelection>;
  /** Numbers of the query that were not found: packages record them, messages name them. */
  notFound?: (() => Promise<readonly string[]>) | undefined;
  /** Whether the rows are documents, which can be dragged out. */
  areDocuments?: boolean;
  /** A small button, for narrow spaces. */
  isSmall?: boolean;
  /** Whether it acts on the subject of the inspector: the shortcut prefers selected rows. */
  isOfSubject?: boolean;
}

/** More rows than this go by ZIP, not one by one into a mail. */
const maxMailed = 50;

interface OpenedDialog {
  kind: 'merge' | 'zip';
  selection: DeliverySelection;
}

/** The documents of a selection as a mail, with whose they are; rejects with `NO_PAPER_TO_HAND_OVER`. */
async function toMail(selection: DeliverySelection): Promise<ToMail> {
  const candidates = selection.documents ? [] : await readDocuments(selection.dispatches);
  const documents = selectedDocuments(selection, candidates);
  requireDocuments({ ...selection, documents });
  const outsideRules = candidates.filter((one) => one.isActive && one.isOutsideRules).length;
  const { notFound } = selection;
  return {
    mailed: { documents, ...(notFound && { notFound: [...notFound] }) },
    clients: { dispatches: [], documents, deliveryIds: [] },
    outsideRules,
  };
}

type DeliveryAction = 'merge' | 'zip' | 'mail' | 'package' | 'print';

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
  usePreload(mailNotice);
  const [dialog, setDialog] = useState<OpenedDialog>();
  const mail = useMail();
  const print = usePrintDocuments();

  const action = useAppMutation(async (what: DeliveryAction) => {
    const numbers = await notFound?.();
    const selection = { ...(await readSelection()), ...(numbers && { notFound: numbers }) };
    // A package is of whole dispatches: it may have other documents of them.
    const isOfDispatches = what === 'package' && selection.dispatches.length > 0;
    if (!isOfDispatches) requireDocuments(selection);
    if (what === 'merge' || what === 'zip') setDialog({ kind: what, selection });
    else if (what === 'mail') mail.begin(await toMail(selection));
    else if (what === 'package')
      navigate({ view: 'package', numbers: asPasted(selection.dispatches, numbers) });
    else print(selection);
  });

  useDeliveryKeys({
    count,
    isOfSubject,
    onMerge: () => action.mutate('merge'),
    onPrint: () => action.mutate('print'),
  });

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
      {mail.notice && <mailNotice.Component {...mail.notice} />}
      {action.error && (
        <Dialog onClose={action.reset} title={t('handOver.name')}>
          <ErrorMessage error={action.error} />
        </Dialog>
      )}
    </>
  );
}

interface DeliveryKeys extends Required<Pick<Props, 'count' | 'isOfSubject'>> {
  onMerge: () => void;
  onPrint: () => void;
}

/** The shortcuts of the menu's actions, while rows are selected. */
function useDeliveryKeys({ count, isOfSubject, onMerge, onPrint }: DeliveryKeys): void {
  const rank = isOfSubject ? commandRank.subject : commandRank.selected;
  const onMergeKey = () => {
    // In the search box the shortcut belongs to the text.
    if (count === 0 || isInSearchBox()) return false;
    onMerge();
  };
  const onPrintKey = () => {
    if (count === 0) return false;
    // The key stays with the selected rows: the next handler would print the inspected dispatch instead.
    onPrint();
  };
  useCommand('merge', onMergeKey, rank);
  useCommand('print', onPrintKey, rank);
}

interface DeliveryItemsProps {
  count: number;
  areDocuments: boolean;
  onAction: (action: DeliveryAction) => void;
}

const deliveryItems = [
  { action: 'merge', Icon: IconFileTypePdf, command: 'merge' },
  { action: 'zip', Icon: IconFileZip, command: undefined },
  { action: 'mail', Icon: IconMail, command: undefined },
  { action: 'package', Icon: IconShieldSearch, command: undefined },
  { action: 'print', Icon: IconPrinter, command: 'print' },
] as const;

/** The items of the delivery menu; only documents are dragged. */
function DeliveryItems({ count, areDocuments, onAction }: DeliveryItemsProps) {
  const { t } = useTranslation('dossier');
  return (
    <>
      {deliveryItems.map(({ action, Icon, command }) => (
        <Menu.Item
          key={action}
          leftSection={<Icon size={15} aria-hidden />}
          rightSection={command && <Keys of={command} />}
          disabled={action === 'mail' && count > maxMailed}
          onClick={() => onAction(action)}
        >
          {t(`handOver.${action}`)}
        </Menu.Item>
      ))}
      {areDocuments && <Menu.Label>{t('handOver.drag')}</Menu.Label>}
    </>
  );
}
