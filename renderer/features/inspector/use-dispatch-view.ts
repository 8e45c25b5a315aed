import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import type { CallOutput } from '../../../shared/contract.ts';
import type { AppError, ErrorData } from '../../../shared/errors.ts';
import type { Rut } from '../../../shared/model/rut.ts';
import type { DispatchView } from '../../../shared/model/search.ts';
import { dispatchAskedKey, dispatchViewKey } from '../../ipc/invoke.ts';
import { ask, useAct, useCall } from '../../ipc/invoke-hooks.ts';

/** After so long, a dispatch that is looked at again is asked about again. */
const askAgainMs = 300_000;
/** How long it is known of a dispatch that nobody looks at that it was asked about. */
const rememberedMs = 30_000;

interface Dispatch {
  connectionId: string;
  number: string;
  rut: Rut;
}

/** How asking the agency about a dispatch went: when, and what could not be asked. */
type Asked = Pick<DispatchView, 'statusError' | 'disbursementsError'> & { at: number };

/** What is known of a dispatch, and the way to ask its agency. */
interface KnownDispatch {
  view: CallOutput<'dispatch.view'> | undefined;
  /** Why what is kept of it could not be read. */
  error: AppError | null;
  /** Why the agency, asked the last time, did not answer as a whole. */
  askError: AppError | null;
  statusError: ErrorData | undefined;
  disbursementsError: ErrorData | undefined;
  isAsking: boolean;
  ask: () => void;
}

/**
 * What is kept of a dispatch, as main tells that it changes. Its agency is asked once `mayAsk`, and again when somebody looks at it after a while;
 * what it answers is what is shown, under the same key.
 */
export function useDispatchView(dispatch: Dispatch, mayAsk: boolean): KnownDispatch {
  const { connectionId, number, rut } = dispatch;
  const queries = useQueryClient();
  const kept = useCall(
    'dispatch.view',
    { connectionId, number, rut, ask: false },
    { enabled: number !== '', gcTime: 5_000 },
  );
  const { data: asked } = useQuery<Asked>({
    ...{ queryKey: dispatchAskedKey(dispatch), queryFn: skipToken },
    ...{ gcTime: rememberedMs, staleTime: Number.POSITIVE_INFINITY },
  });
  const asking = useAct(
    async (meant: Dispatch) => {
      const answer = await ask('dispatch.view', { ...meant, ask: true });
      const { statusError, documentsError: _, disbursementsError, ...view } = answer;
      queries.setQueryData(dispatchViewKey(meant), view);
      queries.setQueryData<Asked>(dispatchAskedKey(meant), {
        ...(statusError && { statusError }),
        ...(disbursementsError && { disbursementsError }),
        at: Date.now(),
      });
    },
    [],
    'dispatch.view',
  );
  const isAbout = asking.variables?.connectionId === connectionId && asking.variables.number === number;
  const askNow = () => asking.mutate({ connectionId, number, rut });
  const askAnew = useEffectEvent(() => {
    if (asked === undefined || asked.at + askAgainMs < Date.now()) askNow();
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another dispatch is asked about anew.
  useEffect(() => {
    if (mayAsk) askAnew();
  }, [mayAsk, connectionId, number, rut]);
  return {
    view: kept.data,
    error: kept.error,
    askError: isAbout ? asking.error : null,
    statusError: asked?.statusError,
    disbursementsError: asked?.disbursementsError,
    isAsking: isAbout && asking.isPending,
    ask: askNow,
  };
}
