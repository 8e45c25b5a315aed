import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ClientRules, RuleName } from '../../../shared/model/client-rules.ts';
import type { Client } from '../../../shared/model/connection.ts';
import { layoutOf } from '../../../shared/model/layouts.ts';
import { rulesInForce } from '../../../shared/model/rules-in-force.ts';
import { formatRut, type Rut } from '../../../shared/model/rut.ts';
import { useInvokeQuery } from '../../ipc/invoke-hooks.ts';
import { useSettings } from '../../ipc/settings-hooks.ts';
import { CheckField } from '../../ui/check-field.tsx';
import { preloadable } from '../../ui/preloadable.tsx';
import styles from './document-actions.module.css';
import { type SeveralClients, useClientNames } from './several-clients.tsx';

const clientDialog = preloadable(() => import('./client-dialog.tsx'));

/** A client that has rules, and those that no administrator overrules. */
export interface RuledClient {
  client: Client;
  rules: ClientRules;
}

/** The clients among these that have rules. */
export function useRuledClients(ruts: readonly Rut[]): readonly RuledClient[] {
  const clients = useInvokeQuery('clients.list', undefined).data ?? [];
  const { managed } = useSettings();
  return clients
    .filter(({ rut }) => ruts.includes(rut))
    .map((client) => ({ client, rules: rulesInForce(client.rules, managed) }))
    .filter(({ rules }) => Object.keys(rules).length > 0);
}

export interface RulesProps {
  ruled: readonly RuledClient[];
  /** The rules that act here: what was chosen by hand comes first. */
  names: readonly RuleName[];
  /** Number of documents whose type they leave out. */
  leftOut: number;
  isFollowed: boolean;
  onFollow: (isFollowed: boolean) => void;
}

/** Maximum number of clients whose rules are opened from here. */
const maxOpened = 3;

/** The rules of clients that act here, in one line; they can be left aside, and opened. */
export function RulesField({ ruled, names, leftOut, isFollowed, onFollow }: RulesProps) {
  const { t } = useTranslation('deliveries');
  const describe = useRulesText();
  const [opened, setOpened] = useState<Client>();
  const acting = ruled.filter(({ rules }) => names.some((name) => rules[name] !== undefined));
  if (acting.length === 0) return null;
  return (
    <div className={styles.rules}>
      <CheckField
        label={describe(acting, names, isFollowed && names.includes('types') ? leftOut : 0)}
        checked={isFollowed}
        onCheck={onFollow}
      />
      {acting.slice(0, maxOpened).map(({ client }) => (
        <Button key={client.rut} size="compact-xs" variant="subtle" onClick={() => setOpened(client)}>
          {acting.length === 1 ? t('rules.open') : t('rules.openOf', { client: nameOf(client) })}
        </Button>
      ))}
      {opened && <clientDialog.Component client={opened} onClose={() => setOpened(undefined)} />}
    </div>
  );
}

function nameOf({ name, rut }: Client): string {
  return name || formatRut(rut);
}

/** The text of the rules that act: in full for one client, by name for several. */
function useRulesText() {
  const { t } = useTranslation('deliveries');
  const { t: downloadsText } = useTranslation('downloads');
  const clientNames = useClientNames();
  return (ruled: readonly RuledClient[], names: readonly RuleName[], leftOut: number): string => {
    const clients = clientNames(ruled.map(({ client }) => client.rut));
    const out = leftOut > 0 && t('rules.leftOut', { count: leftOut });
    const [only] = ruled.length === 1 ? ruled : [];
    if (!only) {
      const own = names.filter((name) => ruled.some(({ rules }) => rules[name] !== undefined));
      const rules = own.map((name) => t(`rules.own.${name}`)).join(', ');
      return [t('rules.several', { clients, rules }), out].filter(Boolean).join(' ');
    }
    const { types, folder, template } = only.rules;
    const layout = template === undefined ? undefined : layoutOf(template);
    const texts = [
      names.includes('types') && types && t('rules.types', { types: types.join(', ') }),
      names.includes('folder') && folder !== undefined && t('rules.folder', { folder }),
      names.includes('template') &&
        template !== undefined &&
        t('rules.layout', { layout: downloadsText(`layout.${layout ?? 'own'}`) }),
    ];
    const rules = texts.filter(Boolean).join('; ');
    return [t('rules.of', { client: clients, rules }), out].filter(Boolean).join(' ');
  };
}

/** The rules that act on a delivery: its files go to the folder of a client only where it has one client. */
export function deliveryRuleNames(
  { ruts }: Pick<SeveralClients, 'ruts'>,
  {
    hasTypes,
    hasFolder,
    hasTemplate = false,
  }: { hasTypes: boolean; hasFolder: boolean; hasTemplate?: boolean },
): RuleName[] {
  return [
    ...(hasTypes ? ['types' as const] : []),
    ...(hasFolder && ruts.length === 1 ? ['folder' as const] : []),
    ...(hasTemplate ? ['template' as const] : []),
  ];
}

/** The rules that a delivery follows, and the folder of its only client. */
export function useDeliveryRules(
  { ruts }: Pick<SeveralClients, 'ruts'>,
  isFollowed: boolean,
): { ruled: readonly RuledClient[]; folder: string } {
  const ruled = useRuledClients(ruts);
  const [only] = ruts.length === 1 && isFollowed ? ruled : [];
  return { ruled, folder: only?.rules.folder ?? '' };
}
