import { Group, Loader, SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { compositeKey } from '../../../shared/composite-key.ts';
import { compareTypes } from '../../../shared/dossier/document-order.ts';
import type { DeliveryDocument } from '../../../shared/model/delivery.ts';
import type { DispatchKey } from '../../../shared/model/dossier.ts';
import { asLanguage, type Language, languageNames, languages } from '../../../shared/model/languages.ts';
import type { Rut } from '../../../shared/model/rut.ts';
import { invoke } from '../../ipc/invoke-hooks.ts';
import { useSetting } from '../../ipc/settings-hooks.ts';
import { CheckField } from '../../ui/check-field.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorMessage } from '../../ui/error-message/error-message.tsx';
import screen from '../../ui/screen.module.css';
import { useWholeFirst } from './complete-dispatches-first.tsx';
import { DeliveryForm } from './delivery-form.tsx';
import { type DeliverySelection, isIncluded, withoutRules } from './delivery-selection.ts';
import { FolderField, useFolder } from './folder-field.tsx';
import { isSelected, orderedByType, typesIn } from './merge-choice.ts';
import { type MergeContent, MergeOrder } from './merge-order.tsx';
import { NotesOption } from './notes-option.tsx';
import { useSaveOrder } from './order-note.tsx';
import { deliveryRuleNames, RulesField, type RulesProps, useDeliveryRules } from './rules-field.tsx';
import { useSeveralClients } from './several-clients.tsx';
import { readFollowing, useDocuments } from './use-documents.ts';

interface Props {
  selection: DeliverySelection;
  /** Whether incomplete dispatches are completed first by default. */
  isWhole?: boolean;
  onClose: () => void;
}

/**
 * Up to this number of whole dispatches, documents are shown for ordering; more have the order of their
 * clients.
 */
const maxOrdered = 100;

/** One PDF per dispatch: destination, order, and language of the cover page. */
export default function MergeDialog({ selection, onClose }: Props) {
  return (
    <Dialog onClose={onClose} size="lg" title={useMergeTitle(selection.dispatches)}>
      <Merge selection={selection} onClose={onClose} />
    </Dialog>
  );
}

/** The title of a dialog that makes one PDF for each of these dispatches. */
export function useMergeTitle(dispatches: readonly Pick<DispatchKey, 'number'>[]): string {
  const { t } = useTranslation('deliveries');
  return dispatches.length === 1
    ? t('mergeOne', { number: dispatches[0]?.number ?? '' })
    : t('merge', { count: dispatches.length });
}

/** The form of the files, once their documents are known. */
export function Merge({ selection, isWhole = true, onClose }: Props) {
  const { dispatches } = selection;
  const canOrder = selection.documents !== undefined || dispatches.length <= maxOrdered;
  const { data: documents, error } = useDocuments(canOrder ? dispatches : []);
  const [isFollowed, setFollowed] = useState(true);
  return (
    <>
      {error && <ErrorMessage error={error} />}
      {!documents && !error && <Loader size="sm" />}
      {documents && (
        <MergeForm
          // What is in the files starts anew.
          key={contentKey(isFollowed, documents)}
          selection={selection}
          isWhole={isWhole}
          documents={isFollowed ? documents : withoutRules(documents)}
          leftOut={documents.filter((one) => one.isActive && one.isOutsideRules).length}
          isFollowed={isFollowed}
          onFollow={setFollowed}
          canOrder={canOrder}
          onClose={onClose}
        />
      )}
    </>
  );
}

/** Differs where the rules leave out other documents. */
function contentKey(isFollowed: boolean, documents: readonly DeliveryDocument[]): string {
  const leftOut = documents.filter(({ isOutsideRules }) => isOutsideRules);
  return compositeKey(isFollowed, ...leftOut.map(({ documentId }) => documentId));
}

interface FormProps extends Required<Props>, Pick<RulesProps, 'leftOut' | 'isFollowed' | 'onFollow'> {
  documents: readonly DeliveryDocument[];
  canOrder: boolean;
}

/** The content of the files, initially the selected documents in their order. */
function useMergeContent({ selection, documents }: Pick<FormProps, 'selection' | 'documents'>) {
  const [content, setContent] = useState<MergeContent>(() => {
    const excluded = documents.filter((document) => !isSelected(selection, document));
    return {
      order: documents,
      excluded: new Set(excluded.map(({ documentId }) => documentId)),
      types: typesIn(documents.filter((document) => isSelected(selection, document))),
      withInactive: false,
      isReordered: false,
    };
  });
  const change = (changed: Partial<MergeContent>) => setContent((now) => ({ ...now, ...changed }));
  function toggle(documentId: string) {
    const excluded = new Set(content.excluded);
    if (!excluded.delete(documentId)) excluded.add(documentId);
    change({ excluded });
  }
  return { content, change, toggle };
}

/** The ordered documents of a dispatch among those known now: new ones come last. */
function documentIdsOf(
  { connectionId, number }: DispatchKey,
  now: readonly DeliveryDocument[],
  { selection, documents }: Pick<FormProps, 'selection' | 'documents'>,
  { order, excluded, types, withInactive, isReordered }: MergeContent,
): string[] {
  const own = now.filter((document) => document.number === number && document.connectionId === connectionId);
  const known = new Set(documents.map(({ documentId }) => documentId));
  const inOrder =
    selection.dispatches.length === 1
      ? [...order, ...own.filter((one) => isIncluded(one) && !known.has(one.documentId))].filter(
          ({ documentId }) => !excluded.has(documentId),
        )
      : orderedByType(
          own.filter(
            (document) =>
              isSelected(selection, document) ||
              (withInactive && !document.isActive && !document.isOutsideRules),
          ),
          // Otherwise each dispatch has the order of its client.
          isReordered ? types : [],
        );
  return inOrder.map(({ documentId }) => documentId);
}

/** The dispatches, each with its documents in their order where a person could order them. */
function orderedDispatches(now: readonly DeliveryDocument[], props: FormProps, content: MergeContent) {
  return props.selection.dispatches.map(({ connectionId, number }) => ({
    connectionId,
    number,
    ...(props.canOrder && { documentIds: documentIdsOf({ connectionId, number }, now, props, content) }),
  }));
}

/** The content with the types in the order that the files get, until the person changes it. */
function useShownOrder(content: MergeContent, ruts: readonly Rut[]): MergeContent {
  const orders = useSetting('documentOrders');
  const [only] = ruts.length === 1 ? ruts : [];
  if (content.isReordered) return content;
  const compare = compareTypes(only === undefined ? undefined : orders[only]);
  return { ...content, types: content.types.toSorted(compare) };
}

/** The types in the order of the content. */
function orderedTypes({ order, types }: MergeContent, isOne: boolean): readonly string[] {
  return isOne ? typesIn(order) : types;
}

function isAllExcluded({ order, excluded }: MergeContent): boolean {
  return order.every(({ documentId }) => excluded.has(documentId));
}

function MergeForm(props: FormProps) {
  const { selection, isWhole, documents, canOrder, onClose } = props;
  const { t, i18n } = useTranslation('deliveries');
  const { dispatches } = selection;
  const [opensMail, setOpensMail] = useState(false);
  const several = useSeveralClients(
    { dispatches: [...dispatches], documents: [], deliveryIds: [] },
    opensMail,
  );
  const rules = useDeliveryRules(several, props.isFollowed);
  const destination = useFolder(rules.folder);
  const saveOrder = useSaveOrder();
  const [language, setLanguage] = useState<Language>(asLanguage(i18n.language));
  const { content: stored, change, toggle } = useMergeContent(props);
  const content = useShownOrder(stored, several.ruts);
  const { withInactive } = stored;
  const [withTextLayer, setTextLayer] = useState(false);
  const [withNotes, setNotes] = useState(false);
  const isOne = dispatches.length === 1;
  const whole = useWholeFirst(
    selection.documents ? undefined : { read: async () => dispatches, completesByDefault: isWhole },
  );
  const begin = async (folder: string, isCompleted: boolean) => {
    const now = isCompleted && canOrder ? await readFollowing(props.isFollowed, dispatches) : documents;
    if (content.isReordered) await saveOrder(several.ruts, orderedTypes(content, isOne));
    return invoke('deliveries.merge', {
      folder,
      opensMail,
      language,
      withInactive,
      ...(withTextLayer && { withTextLayer }),
      ...(withNotes && { withNotes }),
      ...(!props.isFollowed && { withAllTypes: true }),
      ...(selection.notFound && { notFound: [...selection.notFound] }),
      dispatches: orderedDispatches(now, props, content),
    });
  };
  return (
    <DeliveryForm
      destination={destination}
      several={several}
      whole={whole}
      begin={begin}
      label={t('startMerge')}
      isOneFile={opensMail}
      isNothing={dispatches.length === 0 || (canOrder && isOne && isAllExcluded(content))}
      onClose={onClose}
    >
      <RulesField
        ruled={rules.ruled}
        names={deliveryRuleNames(several, {
          hasTypes: !selection.documents,
          hasFolder: !destination.isSelected,
        })}
        leftOut={props.leftOut}
        isFollowed={props.isFollowed}
        onFollow={props.onFollow}
      />
      <FolderField label={t('folder')} description={t('folderMeans')} {...destination.field} />
      {canOrder ? (
        <MergeOrder isOne={isOne} content={content} ruts={several.ruts} onChange={change} onToggle={toggle} />
      ) : (
        <p className={screen.soft}>{t('plainOrder')}</p>
      )}
      <CoverOptions
        language={language}
        onLanguage={setLanguage}
        withInactive={isOne || selection.documents ? undefined : withInactive}
        onInactive={(checked) => change({ withInactive: checked })}
      />
      <TextLayerOption isOn={withTextLayer} onChange={setTextLayer} />
      <NotesOption isOn={withNotes} onChange={setNotes} />
      <CheckField label={t('opensMail')} checked={opensMail} onCheck={setOpensMail} />
    </DeliveryForm>
  );
}

interface TextLayerOptionProps {
  isOn: boolean;
  onChange: (isOn: boolean) => void;
}

/** Whether the words of scans go into the files; no choice where this computer reads no words. */
function TextLayerOption({ isOn, onChange }: TextLayerOptionProps) {
  const { t } = useTranslation('deliveries');
  if (!useSetting('readsTexts')) return null;
  return (
    <CheckField
      label={t('withTextLayer')}
      description={t('withTextLayerMeans')}
      checked={isOn}
      onCheck={onChange}
    />
  );
}

interface CoverOptionsProps {
  language: Language;
  onLanguage: (language: Language) => void;
  /** Undefined where inactive documents are no choice. */
  withInactive: boolean | undefined;
  onInactive: (withInactive: boolean) => void;
}

/** The language of the cover page, and whether inactive documents follow it. */
function CoverOptions({ language, onLanguage, withInactive, onInactive }: CoverOptionsProps) {
  const { t } = useTranslation('deliveries');
  return (
    <Group justify="space-between">
      <SegmentedControl
        aria-label={t('coverLanguage')}
        data={languages.map((value) => ({
          value,
          label: t('coverIn', { language: languageNames[value] }),
        }))}
        value={language}
        onChange={(value) => onLanguage(asLanguage(value))}
      />
      {withInactive !== undefined && (
        <CheckField label={t('withInactive')} checked={withInactive} onCheck={onInactive} />
      )}
    </Group>
  );
}
