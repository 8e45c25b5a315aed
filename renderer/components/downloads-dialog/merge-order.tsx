import { IconCheck, IconDownload, IconFileOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { compareTypes, inOrderOfTypes } from '../../../shared/dossier/document-order.ts';
import type { DeliveryDocument } from '../../../shared/model/delivery.ts';
import type { Rut } from '../../../shared/model/rut.ts';
import { Mark } from '../../ui/mark.tsx';
import screen from '../../ui/screen.module.css';
import { OrderList } from './order-list.tsx';
import { OrderNote } from './order-note.tsx';

/** What a person has ordered and left out of the files. */
export interface MergeContent {
  /** The documents of a single dispatch, in their order. */
  order: readonly DeliveryDocument[];
  /** Ids of its documents that are left out. */
  excluded: ReadonlySet<string>;
  /** The types of several dispatches' documents, in their order. */
  types: readonly string[];
  withInactive: boolean;
  /** Whether the person has changed the order: their clients keep it. */
  isReordered: boolean;
}

interface OrderProps {
  /** Whether there is a single dispatch: its documents are ordered, else the types of all. */
  isOne: boolean;
  content: MergeContent;
  onChange: (changed: Partial<MergeContent>) => void;
  onToggle: (documentId: string) => void;
}

/** The order of the files' content, and whether it is stored as that of the clients. */
export function MergeOrder({
  isOne,
  content,
  ruts,
  onChange,
  onToggle,
}: OrderProps & { ruts: readonly Rut[] }) {
  return (
    <>
      {isOne ? (
        <DocumentOrder content={content} onChange={onChange} onToggle={onToggle} />
      ) : (
        <TypeOrder content={content} onChange={onChange} />
      )}
      <OrderNote
        ruts={ruts}
        isReordered={content.isReordered}
        onReset={() => onChange(inCustomsOrder(content))}
      />
    </>
  );
}

/** The content in the order of customs offices. */
function inCustomsOrder({ order, types }: MergeContent): Partial<MergeContent> {
  return { order: inOrderOfTypes(order), types: types.toSorted(compareTypes()), isReordered: false };
}

/** The documents of one dispatch, in their order. */
function DocumentOrder({ content, onChange, onToggle }: Omit<OrderProps, 'isOne'>) {
  const { t } = useTranslation('deliveries');
  return (
    <OrderList
      label={t('orderPapers')}
      items={content.order}
      onItems={(order) => onChange({ order, isReordered: true })}
      itemKey={({ documentId }) => documentId}
      nameOf={({ type, folio }) => [type || t('noType'), folio].filter(Boolean).join(' ')}
      isIncluded={({ documentId }) => !content.excluded.has(documentId)}
      onToggle={({ documentId }) => onToggle(documentId)}
      more={(document) => <DocumentStatus document={document} />}
    />
  );
}

/** The types of several dispatches' documents, in their order. */
function TypeOrder({ content, onChange }: Pick<OrderProps, 'content' | 'onChange'>) {
  const { t } = useTranslation('deliveries');
  if (content.types.length === 0) return null;
  return (
    <OrderList
      label={t('orderTypes')}
      items={content.types}
      onItems={(types) => onChange({ types, isReordered: true })}
      itemKey={(type) => type}
      nameOf={(type) => type || t('noType')}
    />
  );
}

/** Whether a document can go into the file: it is downloaded, will be downloaded, or has no file. */
function DocumentStatus({ document: { path, hasFile, isActive } }: { document: DeliveryDocument }) {
  const { t } = useTranslation('deliveries');
  const fileStatus = path !== undefined ? 'here' : hasFile ? 'not-downloaded' : 'without-file';
  return (
    <Mark style={markStyles[fileStatus]}>
      {t(`standing.${fileStatus}`)}
      {!isActive && <span className={screen.soft}>· {t('standing.inactive')}</span>}
    </Mark>
  );
}

const markStyles = {
  here: [IconCheck, 'good'],
  'not-downloaded': [IconDownload, 'soft'],
  'without-file': [IconFileOff, 'warn'],
} as const;
