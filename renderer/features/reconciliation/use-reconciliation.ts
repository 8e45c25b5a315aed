import { type FormEvent, useState } from 'react';
import type { LineVerdict } from '../../../shared/model/review.ts';
import { useInvokeMutation } from '../../ipc/invoke-hooks.ts';

/** The text of a purchase register, its comparison with stored data, and the verdict that is filtered by. */
export function useReconciliation() {
  const [text, setText] = useState('');
  const [submitted, setSubmitted] = useState('');
  const [isWriting, setWriting] = useState(true);
  const [verdict, setVerdict] = useState<LineVerdict>();
  const reconcile = useInvokeMutation('carpeta.reconcile');
  return {
    ...{ text, setText, submitted, isWriting, setWriting, verdict, setVerdict },
    result: reconcile.data,
    isComparing: reconcile.isPending,
    error: reconcile.error,
    /** Compares the text, and shows its lines unless there are none to show. */
    compare(event: FormEvent) {
      event.preventDefault();
      setVerdict(undefined);
      setSubmitted(text);
      reconcile.mutate(
        { text },
        { onSuccess: ({ lines, isOfSales }) => setWriting(lines.length === 0 || isOfSales) },
      );
    },
    /** Compares the submitted text with what is stored by now. */
    compareAgain: () => reconcile.mutate({ text: submitted }),
  };
}
