import { Group, Loader, NumberInput, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DeliveryDocument } from '../../../shared/model/delivery.ts';
import type { DispatchKey } from '../../../shared/model/dossier.ts';
import { invoke } from '../../ipc/invoke-hooks.ts';
import { CheckField } from '../../ui/check-field.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorMessage } from '../../ui/error-message/error-message.tsx';
import screen from '../../ui/screen.module.css';
import { useWholeFirst } from './complete-dispatches-first.tsx';
import { DeliveryForm } from './delivery-form.tsx';
import { countFiles, type DeliverySelection, selectedDocuments, withoutRules } from './delivery-selection.ts';
import { FolderField, useFolder } from './folder-field.tsx';
import { NotesOption } from './notes-option.tsx';
import { deliveryRuleNames, RulesField, useDeliveryRules } from './rules-field.tsx';
import { type ClientsQuery, useSeveralClients } from './several-clients.tsx';
import { readFollowing, useDocuments } from './use-documents.ts';

interface Props {
  selection: DeliverySelection;
  /** A delivery whose files are packed instead of documents. */
  deliveryId?: string;
  /** The initial folder. */
  folder?: string;
  onClose: () => void;
}

/** File size in megabytes that fits a message of 25 MB: base64 makes attachments a third larger. */
export const mailMegabytes = 18;
const none: readonly DispatchKey[] = [];

/** ZIP files that fit a message: of documents, or of the files of a delivery. */
export default function ZipDialog({ selection, deliveryId, folder = '', onClose }: Props) {
  const { t } = useTranslation('deliveries');
  const needsDocuments = deliveryId === undefined && selection.documents === undefined;
  const { data: candidates, error } = useDocuments(needsDocuments ? selection.dispatches : none);
  return (
    <Dialog onClose={onClose} size="lg" title={t('zipTitle')}>
      {error && <ErrorMessage error={error} />}
      {!candidates && !error && <Loader size="sm" />}
      {candidates && (
        <ZipForm
          selection={selection}
          candidates={candidates}
          folder={folder}
          {...(deliveryId !== undefined && { deliveryId })}
          onClose={onClose}
        />
      )}
    </Dialog>
  );
}

interface FormProps extends Props {
  /** The documents of the dispatches. */
  candidates: readonly DeliveryDocument[];
}

function ZipForm(props: FormProps) {
  const { selection, deliveryId, onClose } = props;
  const { t } = useTranslation('deliveries');
  const [isFollowed, setFollowed] = useState(true);
  const candidates = isFollowed ? props.candidates : withoutRules(props.candidates);
  const [opensMail, setOpensMail] = useState(true);
  const [withNotes, setNotes] = useState(false);
  const several = useSeveralClients(clientsQuery(selection, deliveryId), true);
  const rules = useDeliveryRules(several, isFollowed);
  const destination = useFolder(props.folder || rules.folder);
  const [only] = selection.dispatches.length === 1 ? selection.dispatches : [];
  const [name, setName] = useState(only ? t('zipNameOne', { number: only.number }) : t('zipName'));
  const [megabytes, setMegabytes] = useState<number | undefined>(mailMegabytes);
  const documents = selectedDocuments(selection, candidates);
  const isNothing = deliveryId === undefined && documents.length === 0;

  const isOfDispatches = deliveryId === undefined && selection.documents === undefined;
  const whole = useWholeFirst(
    isOfDispatches ? { read: async () => selection.dispatches, completesByDefault: true } : undefined,
  );
  const begin = async (folder: string, isCompleted: boolean) => {
    const now = isCompleted
      ? selectedDocuments(selection, await readFollowing(isFollowed, selection.dispatches))
      : documents;
    return invoke('deliveries.zip', {
      documents: deliveryId === undefined ? now : [],
      handoverIds: deliveryId === undefined ? [] : [deliveryId],
      folder,
      name,
      opensMail,
      ...(withNotes && { withNotes }),
      ...(!isFollowed && { withPlainNames: true }),
      notFound: [...(props.selection.notFound ?? [])],
      mostBytes: Math.round((megabytes ?? 0) * 1_000_000),
    });
  };
  return (
    <DeliveryForm
      destination={destination}
      several={several}
      whole={whole}
      begin={begin}
      label={t('startZip')}
      isOneFile
      isNothing={isNothing}
      isDisabled={name.trim() === ''}
      onClose={onClose}
    >
      <RulesField
        ruled={rules.ruled}
        names={deliveryRuleNames(several, {
          hasTypes: isOfDispatches,
          hasTemplate: deliveryId === undefined,
          hasFolder: !props.folder && !destination.isSelected,
        })}
        leftOut={props.candidates.filter((one) => one.isActive && one.isOutsideRules).length}
        isFollowed={isFollowed}
        onFollow={setFollowed}
      />
      {deliveryId === undefined && <PackedCount {...countFiles(selection, candidates)} />}
      <FolderField label={t('folder')} {...destination.field} />
      {deliveryId === undefined && <NotesOption isOn={withNotes} onChange={setNotes} />}
      <ZipFields name={name} onName={setName} megabytes={megabytes} onMegabytes={setMegabytes} />
      <CheckField
        label={t('opensMail')}
        description={t('opensMailMeans')}
        checked={opensMail}
        onCheck={setOpensMail}
      />
    </DeliveryForm>
  );
}

interface FieldsProps {
  name: string;
  onName: (name: string) => void;
  megabytes: number | undefined;
  onMegabytes: (megabytes: number | undefined) => void;
}

/** The name of the file, and the maximum size of one. */
function ZipFields({ name, onName, megabytes, onMegabytes }: FieldsProps) {
  const { t } = useTranslation('deliveries');
  return (
    <Group grow align="start">
      <TextInput
        label={t('name')}
        maxLength={120}
        value={name}
        onChange={(event) => onName(event.currentTarget.value)}
      />
      <NumberInput
        label={t('size')}
        description={t('sizeMeans')}
        inputWrapperOrder={['label', 'input', 'description']}
        min={1}
        max={4000}
        value={megabytes ?? ''}
        onChange={(value) => onMegabytes(typeof value === 'number' ? value : undefined)}
      />
    </Group>
  );
}

/** Whose documents the ZIP holds. */
function clientsQuery(
  { dispatches, documents }: DeliverySelection,
  deliveryId: string | undefined,
): ClientsQuery {
  if (deliveryId !== undefined) return { dispatches: [], documents: [], deliveryIds: [deliveryId] };
  return {
    dispatches: documents ? [] : [...dispatches],
    documents: documents?.map(({ connectionId, id }) => ({ connectionId, id })) ?? [],
    deliveryIds: [],
  };
}

/** How many documents are packed, how many of them are downloaded first, and how many cannot be. */
function PackedCount({ here, toDownload, withoutFile }: ReturnType<typeof countFiles>) {
  const { t } = useTranslation('deliveries');
  const texts = [
    here > 0 && t('papersHere', { count: here }),
    toDownload > 0 && t('papersNotHere', { count: toDownload }),
    withoutFile > 0 && t('papersWithoutFile', { count: withoutFile }),
  ].filter(Boolean);
  if (texts.length === 0) return <p className={screen.warn}>{t('nothingHere')}</p>;
  return <p className={screen.soft}>{texts.join(' ')}</p>;
}
