import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CarpetaError } from '../../../shared/errors.ts';
import type { SelectionSummary } from '../../../shared/model/download.ts';
import type { Selection } from '../../../shared/model/question.ts';
import { ask } from '../../ipc/bridge.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { formatCount } from '../../ui/format.ts';
import type { OpenedProps } from '../../ui/opened-dialog.tsx';
import { ClientsDownload } from './clients-download.tsx';
import { DownloadForm, type FormProps } from './download-form.tsx';
import type { Wanted, Whole } from './wanted.ts';
import { useWholeFirst, WholeFirstField } from './whole-first.tsx';

/** Where to download to and how the files are named; a folder that is set needs one key only. */
export default function DownloadDialog({ about: wanted, onClose }: OpenedProps<Wanted>) {
  const { t } = useTranslation('downloads');
  const { of, count, papers } = wanted;
  return (
    <Dialog title={t(`dialog.${of}`, { count, shown: formatCount(count) })} size="lg" onClose={onClose}>
      {papers.kind === 'kept' ? (
        <KeptDownload wanted={wanted} {...papers} onClose={onClose} />
      ) : (
        <ClientsDownload wanted={wanted} ruts={papers.ruts} onClose={onClose} />
      )}
    </Dialog>
  );
}

interface KeptProps extends Pick<FormProps, 'wanted' | 'onClose'> {
  read: () => Promise<Selection | undefined>;
  whole?: Whole;
}

/** Papers that are known already: what they come to is told before anything is fetched. */
function KeptDownload({ wanted, read, whole, onClose }: KeptProps) {
  const { t } = useTranslation('downloads');
  const [withInactive, setInactive] = useState(false);
  const [selection] = useState(() => onceRead(read));
  const wholeFirst = useWholeFirst(whole);
  const { data, error } = useQuery<SelectionSummary | null, CarpetaError>({
    queryKey: ['downloads.summary', useId(), withInactive],
    queryFn: async () => {
      const selected = await selection();
      return selected ? ask('downloads.summary', { selection: selected, withInactive }) : null;
    },
    ...{ staleTime: Number.POSITIVE_INFINITY, gcTime: 0 },
  });
  async function select(): Promise<Selection | 'not-yet' | undefined> {
    const dispatches = await wholeFirst.first();
    if (dispatches === 'not-yet') return dispatches;
    return dispatches ? { kind: 'dispatches', dispatches: [...dispatches] } : selection();
  }
  return (
    <DownloadForm
      wanted={wanted}
      select={select}
      isInPart={wholeFirst.partial.length > 0 && !wholeFirst.isWanted}
      summary={data ?? undefined}
      problem={error}
      withInactive={withInactive}
      onInactive={setInactive}
      onClose={onClose}
    >
      <WholeFirstField whole={wholeFirst} button={t('start')} />
    </DownloadForm>
  );
}

/** Reads once what is chosen, and again only where that has failed. */
function onceRead<Read>(read: () => Promise<Read>): () => Promise<Read> {
  let known: Promise<Read> | undefined;
  return () => {
    known ??= read().catch((thrown: unknown) => {
      known = undefined;
      throw thrown;
    });
    return known;
  };
}
