import { Button } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconShieldSearch, IconTrash, IconX } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Delivery } from '../../../shared/model/delivery.ts';
import { ExcelMenu, useNotifySaved } from '../../components/data-grid/excel-menu.tsx';
import { FetchAllButton } from '../../components/document-actions/fetch-all-button.tsx';
import { MailText } from '../../components/document-actions/mail-notice.tsx';
import { invoke, useAppMutation, useInvokeMutation, useInvokeQuery } from '../../ipc/invoke-hooks.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { ChoiceItem } from '../../ui/choice-item.tsx';
import list from '../../ui/choice-list.module.css';
import { useClear, useIsCleared } from '../../ui/cleared-entries.tsx';
import { ErrorMessage } from '../../ui/error-message/error-message.tsx';
import { formatInstant } from '../../ui/format.ts';
import { navigate } from '../../ui/route.ts';
import screen from '../../ui/screen.module.css';
import { ScreenHead } from '../../ui/screen-head.tsx';
import { SearchFirst } from '../../ui/search-first.tsx';
import { ToolButton } from '../../ui/tool-button.tsx';
import { DeliveredList } from './delivered-list.tsx';
import styles from './deliveries.module.css';
import { DeliveryFiles } from './delivery-files.tsx';
import { deliveryStatus, deliveryTitle, fetchedLater, fileName, isWhole } from './delivery-labels.ts';

/** All deliveries, and the result of the selected one. */
export default function Deliveries({ deliveryId }: { deliveryId?: string }) {
  const { t } = useTranslation('deliveries');
  const { deliveries, isPending, error } = useDeliveries();
  const cancel = useInvokeMutation('deliveries.cancel', ['deliveries.list']);
  const forget = useInvokeMutation('deliveries.forget', ['deliveries.list']);
  const clear = useClear('handovers', (id) => forget.mutateAsync({ id }));
  const current = deliveries.find(({ id }) => id === deliveryId) ?? deliveries[0];
  const shownError = error ?? cancel.error ?? forget.error;
  return (
    <div className={styles.screen}>
      <div>
        <ScreenHead title={t('title')}>
          {deliveries.length > 0 && <SaveDeliveries />}
          <ActionButton icon={IconShieldSearch} onClick={() => navigate({ view: 'package' })}>
            {t('newPackage')}
          </ActionButton>
        </ScreenHead>
        {shownError && <ErrorMessage error={shownError} />}
      </div>
      {deliveries.length === 0 ? (
        !isPending && (
          <div className={styles.none}>
            <SearchFirst>{t('none')}</SearchFirst>
          </div>
        )
      ) : (
        <ul className={`${list.list} ${styles.list}`} aria-label={t('title')}>
          {deliveries.map((delivery) => (
            <Item
              key={delivery.id}
              delivery={delivery}
              isCurrent={delivery.id === current?.id}
              onCancel={() => cancel.mutate({ id: delivery.id })}
              onForget={() => clear(delivery.id, t('forgotten', { name: deliveryTitle(delivery, t) }))}
            />
          ))}
        </ul>
      )}
      {current && <Detail key={current.id} delivery={current} />}
    </div>
  );
}

interface ItemProps {
  delivery: Delivery;
  isCurrent: boolean;
  onCancel: () => void;
  onForget: () => void;
}

function Item({ delivery, isCurrent, onCancel, onForget }: ItemProps) {
  const { t } = useTranslation('deliveries');
  const { id, state, startedAt, folder, fetching } = delivery;
  const { done, of } = fetching ?? delivery;
  const title = deliveryTitle(delivery, t);
  const isGood = isWhole(delivery);
  const tone = state === 'running' ? undefined : isGood ? screen.good : screen.warn;
  const Icon = isGood ? IconCheck : IconAlertTriangle;
  return (
    <ChoiceItem
      route={{ view: 'handovers', deliveryId: id }}
      isCurrent={isCurrent}
      actions={
        state === 'running' ? (
          <ToolButton icon={IconX} label={t('cancel', { name: title })} onClick={onCancel} />
        ) : (
          <ToolButton icon={IconTrash} label={t('forget', { name: title })} onClick={onForget} />
        )
      }
    >
      <span>
        <b>{title}</b> <span className={screen.soft}>{formatInstant(startedAt, new Date())}</span> →{' '}
        <span className={screen.soft}>{folder}</span>
      </span>
      <span className={tone} aria-live={state === 'running' ? 'off' : 'polite'}>
        {state !== 'running' && <Icon size={13} aria-hidden />} {deliveryStatus(delivery, t)}
        {state === 'running' && (
          <progress
            className={styles.progress}
            value={done}
            max={Math.max(1, of)}
            aria-label={t('progress')}
          />
        )}
      </span>
    </ChoiceItem>
  );
}

function Detail({ delivery }: { delivery: Delivery }) {
  const { t } = useTranslation('deliveries');
  const { kind, state, error, tooLarge, lacking: undelivered } = delivery;
  return (
    <section className={styles.detail} aria-label={deliveryTitle(delivery, t)}>
      {error && <ErrorMessage error={error} />}
      <Fetching delivery={delivery} />
      {kind === 'package' && <PackedSummary delivery={delivery} />}
      <DeliveryFiles delivery={delivery} />
      {delivery.mail && state !== 'running' && (
        <div className={styles.mail}>
          <MailText mail={delivery.mail} />
        </div>
      )}
      {tooLarge.length > 0 && (
        <div className={screen.note}>
          {t('tooLarge', { count: tooLarge.length, names: tooLarge.map(fileName).join(', ') })}
        </div>
      )}
      {kind !== 'unknown' && (kind !== 'zip' || undelivered) && state !== 'running' && (
        <DeliveredList delivery={delivery} />
      )}
    </section>
  );
}

const columns = ['startedAt', 'kind', 'dispatches', 'state', 'lacking', 'files', 'beside', 'folder'] as const;
const kinds = ['merge', 'zip', 'package', 'unknown'] as const;
const ended = ['done', 'incomplete', 'failed', 'cancelled', 'interrupted'] as const;

/** Saves the list of deliveries; the list of one delivery has a save button of its own. */
function SaveDeliveries() {
  const { t } = useTranslation('deliveries');
  const notifySaved = useNotifySaved();
  const { mutate: save, error } = useInvokeMutation('lists.export');
  return (
    <>
      {error && <ErrorMessage error={error} />}
      <ExcelMenu
        of={t('title')}
        onSave={(format) =>
          save(
            {
              list: 'handovers',
              format,
              name: t('title'),
              columns: columns.map((column) => ({ column, title: t(`listColumn.${column}`) })),
              words: {
                kind: Object.fromEntries(kinds.map((kind) => [kind, t(`titleOf.${kind}`)])),
                state: {
                  running: t('state.starting'),
                  ...Object.fromEntries(ended.map((state) => [state, t(`state.${state}`)])),
                },
              },
            },
            { onSuccess: notifySaved },
          )
        }
      />
    </>
  );
}

/** All deliveries with live updates, the latest first, without those the person cleared. */
function useDeliveries() {
  const { data, error, isPending } = useInvokeQuery('deliveries.list', undefined);
  const isCleared = useIsCleared('handovers');
  const deliveries = useMemo(() => data?.filter(({ id }) => !isCleared(id)) ?? [], [data, isCleared]);
  return { deliveries, isPending, error };
}

/**
 * A link to the batches that download documents for a delivery, and a button to continue without the missing
 * ones.
 */
function Fetching({ delivery }: { delivery: Delivery }) {
  const { t } = useTranslation('deliveries');
  const { state, fetching } = delivery;
  const batchId = delivery.batchId ?? delivery.packed?.batchId;
  const stop = useAppMutation(
    (batchIds: readonly string[]) =>
      Promise.all(batchIds.map((one) => invoke('downloads.control', { action: 'cancel', batchId: one }))),
    ['downloads.list'],
  );
  if (batchId === undefined) return null;
  const { batchIds = [batchId] } = delivery;
  const isFetching = state === 'running' && fetching !== undefined;
  return (
    <div className={styles.summary}>
      {stop.error && <ErrorMessage error={stop.error} />}
      <span className={screen.push} />
      {isFetching && (
        <Button
          size="compact-xs"
          variant="default"
          loading={stop.isPending}
          onClick={() => stop.mutate(batchIds)}
        >
          {t('goWithHere')}
        </Button>
      )}
      <Button
        size="compact-xs"
        variant="default"
        onClick={() => navigate({ view: 'downloads', ...(batchIds.length === 1 && { batchId }) })}
      >
        {t('seeDownload')}
      </Button>
    </div>
  );
}

/** What a package for an inspection added, what is missing, and a button to make it again. */
function PackedSummary({ delivery: { id, packed, list } }: { delivery: Delivery }) {
  const { t } = useTranslation('deliveries');
  const { t: common } = useTranslation('dossier');
  return (
    <div className={styles.summary}>
      {packed && (
        <>
          <span className={packed.added > 0 ? screen.good : undefined}>
            {t('packed.added', { count: packed.added })}
          </span>
          {packed.alreadyThere > 0 && <span>{t('packed.there', { count: packed.alreadyThere })}</span>}
          {packed.notDownloaded.length > 0 && (
            <span className={screen.warn}>
              {t(fetchedLater(packed) ? 'packed.asked' : 'packed.notDownloaded', {
                count: packed.notDownloaded.length,
              })}
            </span>
          )}
          {packed.leftOut !== undefined && <span>{t('packed.leftOut', { count: packed.leftOut })}</span>}
          {packed.withoutFile > 0 && <span>{t('packed.withoutFile', { count: packed.withoutFile })}</span>}
          {packed.notFound.length > 0 && (
            <span className={screen.bad}>{t('packed.notFound', { count: packed.notFound.length })}</span>
          )}
        </>
      )}
      <span className={screen.push} />
      {packed && list !== undefined && (
        <Button
          size="compact-xs"
          variant="default"
          title={t('askMissingMeans')}
          onClick={() => navigate({ view: 'missing', part: 'gaps', deliveryId: id })}
        >
          {t('askMissing')}
        </Button>
      )}
      {packed && packed.partial.length > 0 && (
        <FetchAllButton label={common('complete.ask')} isSmall dispatches={() => packed.partial} />
      )}
      {list !== undefined && (
        <Button size="compact-xs" variant="default" onClick={() => navigate({ view: 'package', again: id })}>
          {t('makeAgain')}
        </Button>
      )}
    </div>
  );
}
