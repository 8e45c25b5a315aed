import { useState } from 'react';
import type { CallInput } from '../../../shared/contract.ts';
import type { AppError } from '../../../shared/errors.ts';
import type { DeliveryMail } from '../../../shared/model/delivery.ts';
import type { Rut } from '../../../shared/model/rut.ts';
import { invoke, useAppMutation, useChanged } from '../../ipc/invoke-hooks.ts';

/** What a mail holds. */
type Mailed = CallInput<'deliveries.mail'>;

/** What a mail would hold, and whose it is: several clients are asked about first. */
export interface ToMail {
  mailed: Mailed;
  clients: CallInput<'deliveries.clients'>;
  /** Number of documents that the rules of their clients leave out; none if absent. */
  outsideRules?: number;
}

/** A mail that waits for the person's decision. */
interface UnconfirmedMail {
  mailed: Mailed;
  ruts: readonly Rut[];
  notes: number;
}

/** What a person has to decide or know about a mail. */
export interface MailNoticeProps {
  /** Its clients, where the person has to decide something before it opens. */
  ruts: readonly Rut[] | undefined;
  /** The number of its dispatches that have a note, where the person has not said whether these go along. */
  notes?: number;
  mail: DeliveryMail | undefined;
  outsideRules: number;
  error: AppError | null;
  /** Opens it, with the notes on its dispatches where that was chosen. */
  onConfirm: (withNotes: boolean) => void;
  onClose: () => void;
}

/** Opens a mail; several clients' documents in one, and notes of the person's own, are asked about first. */
export function useMail() {
  const changed = useChanged();
  const [unconfirmed, setUnconfirmed] = useState<UnconfirmedMail>();
  const [outsideRules, setOutside] = useState(0);
  const open = useAppMutation(async (mailed: Mailed) => {
    const mail = await invoke('deliveries.mail', mailed);
    await changed(['deliveries.list']);
    return mail;
  });
  const begin = useAppMutation(async ({ mailed, clients, outsideRules: outside = 0 }: ToMail) => {
    setOutside(outside);
    const ruts = await invoke('deliveries.clients', clients);
    const notes =
      'documents' in mailed ? await invoke('deliveries.notes', { documents: mailed.documents }) : 0;
    if (ruts.length > 1 || notes > 0) setUnconfirmed({ mailed, ruts, notes });
    else open.mutate(mailed);
  });
  const mail = open.data;
  const error = begin.error ?? open.error;
  const isPlain = !mail || (mail.leftOut.length === 0 && !mail.error && outsideRules === 0 && mail.to !== '');
  const notice: MailNoticeProps = {
    ruts: unconfirmed?.ruts,
    notes: unconfirmed?.notes ?? 0,
    outsideRules,
    mail,
    error,
    onConfirm(withNotes) {
      setUnconfirmed(undefined);
      if (unconfirmed) open.mutate({ ...unconfirmed.mailed, ...(withNotes && { withNotes }) });
    },
    onClose() {
      setUnconfirmed(undefined);
      begin.reset();
      open.reset();
    },
  };
  return {
    begin: begin.mutate,
    isPending: begin.isPending || open.isPending,
    /** Absent where there is nothing to decide or to know. */
    notice: unconfirmed || error || !isPlain ? notice : undefined,
  };
}
