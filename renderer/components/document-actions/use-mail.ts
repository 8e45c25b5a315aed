import { useState } from 'react';
import type { CallInput } from '../../../shared/contract.ts';
import type { AppError } from '../../../shared/errors.ts';
import type { DeliveryMail } from '../../../shared/model/delivery.ts';
import type { Rut } from '../../../shared/model/rut.ts';
import { invoke, useAppMutation, useChanged } from '../../ipc/invoke-hooks.ts';

/** What a mail holds. */
type Mailed = CallInput<'handover.mail'>;

/** What a mail would hold, and whose it is: several clients are asked about first. */
export interface ToMail {
  mailed: Mailed;
  clients: CallInput<'handover.clients'>;
  /** Number of documents that the rules of their clients leave out; none if absent. */
  outsideRules?: number;
}

/** What a person has to decide or know about a mail. */
export interface MailNoticeProps {
  /** The clients, where there are several and the person has not confirmed them yet. */
  ruts: readonly Rut[] | undefined;
  mail: DeliveryMail | undefined;
  outsideRules: number;
  error: AppError | null;
  onTogether: () => void;
  onClose: () => void;
}

/** Opens a mail; several clients' documents in one are asked about first. */
export function useMail() {
  const changed = useChanged();
  const [several, setSeveral] = useState<{ mailed: Mailed; ruts: readonly Rut[] }>();
  const [outsideRules, setOutside] = useState(0);
  const open = useAppMutation(async (mailed: Mailed) => {
    const mail = await invoke('handover.mail', mailed);
    await changed(['handover.list']);
    return mail;
  });
  const begin = useAppMutation(async ({ mailed, clients, outsideRules: outside = 0 }: ToMail) => {
    setOutside(outside);
    const ruts = await invoke('handover.clients', clients);
    if (ruts.length > 1) setSeveral({ mailed, ruts });
    else open.mutate(mailed);
  });
  const mail = open.data;
  const error = begin.error ?? open.error;
  const isPlain = !mail || (mail.leftOut.length === 0 && !mail.error && outsideRules === 0);
  const notice: MailNoticeProps = {
    ruts: several?.ruts,
    outsideRules,
    mail,
    error,
    onTogether() {
      setSeveral(undefined);
      if (several) open.mutate(several.mailed);
    },
    onClose() {
      setSeveral(undefined);
      begin.reset();
      open.reset();
    },
  };
  return {
    begin: begin.mutate,
    isPending: begin.isPending || open.isPending,
    /** Absent where there is nothing to decide or to know. */
    notice: several || error || !isPlain ? notice : undefined,
  };
}
