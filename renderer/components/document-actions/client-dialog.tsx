import { MultiSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { compareTypes } from '../../../shared/dossier/document-order.ts';
import type { AppError } from '../../../shared/errors.ts';
import type { ClientRules } from '../../../shared/model/client-rules.ts';
import type { Client } from '../../../shared/model/connection.ts';
import { formatRut } from '../../../shared/model/rut.ts';
import { invoke, useAppMutation, useInvokeQueries, useInvokeQuery } from '../../ipc/invoke-hooks.ts';
import { useSetting, useSettings } from '../../ipc/settings-hooks.ts';
import { CheckField } from '../../ui/check-field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { PurgeButton } from '../../ui/purge-button.tsx';
import screen from '../../ui/screen.module.css';
import { FolderField } from './folder-field.tsx';
import { LayoutField } from './layout-field.tsx';
import { OrderList } from './merge-order.tsx';
import { OrderNote, useSaveOrder } from './order-note.tsx';

interface Props {
  client: Client;
  onClose: () => void;
}

/** What is known of a client, and the rules that its downloads and deliveries follow. */
export default function ClientDialog({ client, onClose }: Props) {
  const { t } = useTranslation('clients');
  const [{ name, email, folder }, setFields] = useState(client);
  const [rules, setRules] = useState<ClientRules>(client.rules ?? {});
  const [order, setOrder] = useState<readonly string[]>();
  const saveOrder = useSaveOrder();
  const save = useAppMutation(async () => {
    const { template } = rules;
    // An empty template has an error of its own, which the contract of clients does not tell.
    if (template !== undefined) await invoke('downloads.previewName', { template });
    await invoke('clients.save', { clients: [{ rut: client.rut, name, email, folder, rules }] });
    if (order) await saveOrder([client.rut], order);
    onClose();
    // What was counted by the rules before is counted anew.
  }, ['clients.list', 'downloads.summary', 'deliveries.documents', 'deliveries.parsePackage']);
  const rejection = save.error && isOfTemplate(save.error) ? save.error : undefined;
  const set = (field: 'name' | 'email' | 'folder') => (event: { currentTarget: HTMLInputElement }) => {
    const { value } = event.currentTarget;
    setFields((now) => ({ ...now, [field]: value }));
  };
  return (
    <FormDialog
      title={formatRut(client.rut)}
      size="lg"
      label={t('save')}
      isBusy={save.isPending}
      error={rejection ? undefined : save.error}
      before={<PurgeButton of={{ rut: client.rut }} name={client.name || formatRut(client.rut)} />}
      onSubmit={() => save.mutate()}
      onClose={onClose}
    >
      <TextInput
        label={t('column.name')}
        data-autofocus
        maxLength={200}
        value={name}
        onChange={set('name')}
      />
      <TextInput
        label={t('column.email')}
        description={t('rules.email')}
        maxLength={254}
        value={email}
        onChange={set('email')}
      />
      <TextInput
        label={t('column.folder')}
        description={t('folderMeans')}
        maxLength={120}
        value={folder}
        onChange={set('folder')}
      />
      <RuleFields
        rules={rules}
        rejection={rejection}
        onRules={(change) => {
          setRules(change);
          if (rejection) save.reset();
        }}
      />
      <OrderField client={client} types={rules.types} order={order} onOrder={setOrder} />
    </FormDialog>
  );
}

function isOfTemplate({ code }: AppError): boolean {
  return code === 'NAME_TEMPLATE_INVALID' || code === 'NAME_TEMPLATE_EMPTY';
}

interface RuleFieldsProps {
  rules: ClientRules;
  /** Why the template was not saved. */
  rejection: AppError | undefined;
  /** A folder may be chosen after other rules have changed. */
  onRules: (change: (before: ClientRules) => ClientRules) => void;
}

type RuleChange = { [Name in keyof ClientRules]?: ClientRules[Name] | undefined };

/** The rules of downloads and deliveries; an empty one is as in the settings. */
function RuleFields({ rules, rejection, onRules }: RuleFieldsProps) {
  const { t } = useTranslation('clients');
  const { t: settingsText } = useTranslation('settings');
  const { settings, managed } = useSettings();
  const catalogue = useCatalogue();
  const { types = [], folder = '', template } = rules;
  const change = (changed: RuleChange) => onRules((before) => withoutEmpty({ ...before, ...changed }));
  const note = (name: 'folder' | 'template') =>
    managed.includes(name) && <span className={screen.soft}>{settingsText('managed')}</span>;
  return (
    <>
      <p className={screen.soft}>{t('rules.means')}</p>
      <MultiSelect
        label={t('rules.types')}
        description={t('rules.typesMean')}
        placeholder={types.length === 0 ? t('rules.allTypes') : ''}
        data={[...new Set([...types, ...catalogue])]}
        value={types}
        searchable
        clearable
        hidePickedOptions
        nothingFoundMessage={t('rules.noType')}
        onChange={(selected) => change({ types: selected })}
      />
      <FolderField
        label={t('rules.folder')}
        placeholder={t('rules.asInSettings')}
        value={folder}
        disabled={managed.includes('folder')}
        onChange={(selected) => change({ folder: selected })}
      />
      {note('folder')}
      <CheckField
        label={t('rules.layoutAsInSettings')}
        checked={template === undefined}
        disabled={managed.includes('template')}
        onCheck={(isChecked) => change({ template: isChecked ? undefined : settings.template })}
      />
      {note('template')}
      {template !== undefined && (
        <LayoutField
          template={template}
          rejection={rejection}
          onChange={(text) => change({ template: text })}
        />
      )}
    </>
  );
}

function withoutEmpty({ types, folder, template }: RuleChange): ClientRules {
  return {
    ...(types && types.length > 0 && { types }),
    ...(folder && { folder }),
    ...(template !== undefined && { template }),
  };
}

interface OrderFieldProps {
  client: Client;
  types: readonly string[] | undefined;
  /** As the person has changed it. */
  order: readonly string[] | undefined;
  onOrder: (order: readonly string[] | undefined) => void;
}

/** The order of the client's documents, folded away: it is changed where documents are ordered, too. */
function OrderField({ client: { rut }, types, order, onOrder }: OrderFieldProps) {
  const { t } = useTranslation('clients');
  const { t: deliveriesText } = useTranslation('deliveries');
  const own = useSetting('documentOrders')[rut] ?? [];
  const catalogue = useCatalogue();
  const items = order ?? [...new Set([...own, ...(types ?? catalogue)])].sort(compareTypes(own));
  if (items.length === 0) return null;
  return (
    <details>
      <summary>{t('rules.order')}</summary>
      <OrderList
        label={deliveriesText('orderTypes')}
        items={items}
        onItems={onOrder}
        itemKey={(type) => type}
        nameOf={(type) => type}
      />
      <OrderNote ruts={[rut]} isReordered={order !== undefined} onReset={() => onOrder(undefined)} />
    </details>
  );
}

/** The document types of all agencies, by name. */
function useCatalogue(): string[] {
  const connections = useInvokeQuery('connections.list', undefined).data ?? [];
  const lists = useInvokeQueries(
    'types.list',
    connections.map(({ id }) => ({ connectionId: id })),
  );
  const names = lists.flatMap(({ data }) => data?.types ?? []).map(({ name }) => name);
  return [...new Set(names.filter(Boolean))].sort((one, other) => one.localeCompare(other, 'es'));
}
