import { IconAlertTriangle } from '@tabler/icons-react';
import { type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CallInput } from '../../../shared/contract.ts';
import { clientName } from '../../../shared/model/client-names.ts';
import type { Rut } from '../../../shared/model/rut.ts';
import { useInvokeQuery } from '../../ipc/invoke-hooks.ts';
import { CheckField } from '../../ui/check-field.tsx';
import { useFocusOnMount } from '../../ui/focus-on-mount.ts';
import screen from '../../ui/screen.module.css';

/** What a delivery would hold, by what it is made of. */
export type ClientsQuery = CallInput<'deliveries.clients'>;

/** The clients of what goes into one file or mail, and whether the person has confirmed it. */
export interface SeveralClients {
  ruts: readonly Rut[];
  /** Whether several are known that are not confirmed. */
  isOpen: boolean;
  /** Reads the clients where they are not known yet; returns whether nothing has to be confirmed. */
  mayGo: () => Promise<boolean>;
  setTogether: (isTogether: boolean) => void;
  isTogether: boolean;
}

const none: readonly Rut[] = [];

/** Reads the clients of a selection; several have to be confirmed where they go into one file. */
export function useSeveralClients(query: ClientsQuery, isOneFile: boolean): SeveralClients {
  const [isTogether, setTogether] = useState(false);
  const known = useInvokeQuery('deliveries.clients', query, { staleTime: 0, gcTime: 0 });
  const needsAnswer = (ruts: readonly Rut[]) => isOneFile && ruts.length > 1 && !isTogether;
  return {
    ruts: known.data ?? none,
    isOpen: needsAnswer(known.data ?? none),
    // A failed query does not block the delivery.
    mayGo: async () => !needsAnswer(known.data ?? (await known.refetch()).data ?? none),
    setTogether,
    isTogether,
  };
}

/** Maximum number of clients that are listed by name. */
const maxNamed = 6;

/** The names of clients in one line. */
export function useClientNames(): (ruts: readonly Rut[]) => string {
  const { t } = useTranslation('deliveries');
  const clients = useInvokeQuery('clients.list', undefined).data;
  return (ruts) => {
    const named = ruts.slice(0, maxNamed).map((rut) => clientName(rut, clients));
    const more = ruts.length - named.length;
    return [named.join(', '), more > 0 && t('moreClients', { count: more })].filter(Boolean).join(' ');
  };
}

interface WarningProps {
  ruts: readonly Rut[];
  /** What a person has to do about it, where something is to be done. */
  children?: ReactNode;
}

/** The warning that documents of several clients go together; nothing for one client. */
export function SeveralClientsWarning({ ruts, children }: WarningProps) {
  const { t } = useTranslation('deliveries');
  const names = useClientNames();
  if (ruts.length < 2) return null;
  return (
    <div className={screen.note} role="alert">
      <IconAlertTriangle size={14} aria-hidden />
      <span>{t('severalClients', { count: ruts.length, names: names(ruts) })}</span>
      {children}
    </div>
  );
}

/** The warning with its confirmation, where documents go into one file. */
export function SeveralClientsField({ several }: { several: SeveralClients }) {
  const { ruts } = several;
  return (
    <SeveralClientsWarning ruts={ruts}>
      <TogetherField {...several} />
    </SeveralClientsWarning>
  );
}

/** The confirmation; it takes the focus from the button that it holds up. */
function TogetherField({ isTogether, setTogether }: SeveralClients) {
  const { t } = useTranslation('deliveries');
  const field = useRef<HTMLInputElement>(null);
  useFocusOnMount(field);
  return <CheckField ref={field} label={t('together')} checked={isTogether} onCheck={setTogether} />;
}
