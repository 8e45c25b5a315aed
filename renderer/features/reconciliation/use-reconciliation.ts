import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import type { CallInput } from '../../../shared/contract.ts';
import { lineVerdicts, type Reconciliation } from '../../../shared/model/review.ts';
import { isOneOf, useChoice } from '../../components/list-screen/use-choice.ts';
import { useInvokeMutation } from '../../ipc/invoke-hooks.ts';
import type { FilteredRoute } from '../../ui/route.ts';
import { readRegisterFile } from './read-register-file.ts';

/** The agencies and clients among which matches are looked for. */
export type ReconciliationScope = Pick<CallInput<'dossier.reconcile'>, 'connectionIds' | 'ruts'>;

const isLineVerdict = isOneOf(lineVerdicts);

/** A comparison: its result, and what was compared. */
interface Compared {
  result: Reconciliation;
  query: CallInput<'dossier.reconcile'>;
  /** From 1; each comparison has another. */
  id: number;
}

/** What was pasted and compared last, by window: it is there again when its screen is. */
const lasts = new WeakMap<
  QueryClient,
  { text: string; compared: Compared | undefined; isWriting: boolean }
>();

/** The text of a purchase register, its comparison with stored data, and the verdict that is filtered by. */
export function useReconciliation(route: FilteredRoute, scope: ReconciliationScope) {
  const queries = useQueryClient();
  const last = lasts.get(queries);
  const [text, setText] = useState(last?.text ?? '');
  const [compared, setCompared] = useState(last?.compared);
  const [isWriting, setWriting] = useState(last?.isWriting ?? true);
  useEffect(
    () => void lasts.set(queries, { text, compared, isWriting }),
    [queries, text, compared, isWriting],
  );
  const [verdict, setVerdict] = useChoice(route, 'verdict', isLineVerdict);
  const [unreadable, setUnreadable] = useState<string>();
  const reconcile = useInvokeMutation('dossier.reconcile');
  const readRegister = useInvokeMutation('dossier.readLedger');
  const cancelReading = useInvokeMutation('dossier.cancelLedger');
  /** Compares a text; `onCompared` gets its result. */
  function compare(submitted: string, onCompared: (result: Reconciliation) => void = () => undefined) {
    setUnreadable(undefined);
    // A workbook that is being read goes on.
    if (readRegister.isError) readRegister.reset();
    const query = { text: submitted, ...scope };
    reconcile.mutate(query, {
      onSuccess: (result) => {
        setCompared((before) => ({ result, query, id: (before?.id ?? 0) + 1 }));
        onCompared(result);
      },
    });
  }
  /** Compares another text, and shows its lines unless there are none to show. */
  function compareOther(submitted: string) {
    setVerdict(undefined);
    compare(submitted, ({ lines, isOfSales }) => setWriting(lines.length === 0 || isOfSales));
  }
  const compareAgain = () => compared && compare(compared.query.text);
  const onScope = useEffectEvent(compareAgain);
  const within = JSON.stringify(scope);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another scope is another comparison.
  useEffect(() => void onScope(), [within]);
  return {
    text,
    setText,
    compared,
    isWriting,
    setWriting,
    verdict,
    setVerdict,
    unreadable,
    isComparing: readRegister.isPending || reconcile.isPending,
    error: readRegister.error ?? reconcile.error ?? cancelReading.error,
    /** Compares the text that was pasted. */
    compareText: () => compareOther(text),
    /** Compares the text of a file; what was pasted stays. */
    async compareFile(file: File) {
      const read = await readRegisterFile(file);
      readRegister.reset();
      setUnreadable(read === undefined ? file.name : undefined);
      if (read?.kind === 'text') compareOther(read.text);
      if (read?.kind !== 'workbook') return;
      readRegister.mutate({ base64: read.base64 }, { onSuccess: (register) => compareOther(register.text) });
    },
    /** Ends the reading of a file, and forgets what is being compared: its result is not shown. */
    stop() {
      if (readRegister.isPending) cancelReading.mutate(undefined);
      readRegister.reset();
      reconcile.reset();
      const isOfScope =
        JSON.stringify(compared?.query) === JSON.stringify({ text: compared?.query.text, ...scope });
      if (!compared || isOfScope) return;
      // The screen no longer names the scope of the last result.
      setCompared(undefined);
      setWriting(true);
    },
    /** Compares the same text with what is stored by now. */
    compareAgain,
  };
}
