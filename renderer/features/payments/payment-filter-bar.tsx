import { Button } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { type RefObject, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CallInput, CallOutput } from '../../../shared/contract.ts';
import type { PaymentGroup } from '../../../shared/model/payment-queries.ts';
import { type PaymentDimension, paymentDimensions } from '../../../shared/model/payment-table.ts';
import { FetchAllButton } from '../../components/document-actions/fetch-all-button.tsx';
import { FilterField } from '../../components/list-screen/filter-field.tsx';
import type { ScopeInput } from '../../components/list-screen/scope.ts';
import { useChanged, useInvokeQueries, useInvokeQuery } from '../../ipc/invoke-hooks.ts';
import { navigate, type Route } from '../../ui/route.ts';
import screen from '../../ui/screen.module.css';
import styles from './payment-table.module.css';
import { headingLabel } from './table-labels.ts';
import type { PaymentFilterText } from './use-payment-filter.ts';

type PaymentsRoute = Extract<Route, { view: 'payments' }>;

interface Props {
  route: PaymentsRoute;
  scope: ScopeInput;
  filterText: PaymentFilterText;
  field: RefObject<HTMLInputElement | null>;
  /** Called when what the days lack was requested. */
  onRequested: () => void;
}

/** The text that filters disbursements, what it means, and what its days lack. */
export function PaymentFilterBar({ route, scope, filterText, field, onRequested }: Props) {
  const { t } = useTranslation('payments');
  const { submission, filter } = filterText;
  const period = filter?.period;
  return (
    <>
      <FilterField
        filterText={filterText}
        field={field}
        name={t('filter.name')}
        placeholder={t('filter.placeholder')}
        means={t('filter.means')}
      >
        <GroupChips route={route} scope={scope} />
      </FilterField>
      {period && (
        <PeriodToAsk
          key={JSON.stringify([scope, period])}
          scope={scope}
          period={period}
          submission={submission}
          onRequested={onRequested}
        />
      )}
    </>
  );
}

/** The figure whose disbursements are listed, part by part; each can be removed. */
function GroupChips({ route, scope }: Pick<Props, 'route' | 'scope'>) {
  const { t } = useTranslation('payments');
  const labels = useGroupLabels(scope, route.group);
  return labels.map(({ part, label }) => (
    <Button
      key={part}
      variant="default"
      size="compact-sm"
      className={styles.part ?? ''}
      aria-label={t('filter.remove', { part: label })}
      title={label}
      rightSection={<IconX size={12} aria-hidden />}
      onClick={() => {
        const { group = {}, ...rest } = route;
        const { [part]: _removed, ...others } = group;
        navigate({ ...rest, ...(Object.keys(others).length > 0 && { group: others }) });
      }}
    >
      {label}
    </Button>
  ));
}

interface PeriodProps {
  scope: ScopeInput;
  period: { start: string; end: string };
  submission: number | undefined;
  onRequested: () => void;
}

type ToAsk = CallOutput<'dossier.paymentsToRequest'>;

/** Says what of a period was never requested, and requests it. */
function PeriodToAsk({ scope, period, submission, onRequested }: PeriodProps) {
  const { t } = useTranslation('payments');
  const { t: dossier } = useTranslation('dossier');
  const { data: now } = useInvokeQuery('dossier.paymentsToRequest', { scope, period });
  // While the requests run the rest shrinks; the button stays until they have ended.
  const [begun, setBegun] = useState<ToAsk>();
  const changed = useChanged();
  const toAsk = begun ?? now;
  if (!toAsk || toAsk.queries.length === 0) return null;
  const { clients, dispatches } = countsOf(toAsk);
  const count = clients || dispatches;
  return (
    <div className={screen.note} role="status">
      <span>{t(clients > 0 ? 'filter.unasked' : 'filter.unpaid', { count })}</span>
      <FetchAllButton
        label={dossier('known.askThese', { count })}
        requests={toAsk.requests}
        isSmall
        startOn={submission}
        queries={() => {
          setBegun(toAsk);
          return toAsk.queries;
        }}
        onEnd={() => {
          setBegun(undefined);
          onRequested();
          void changed(['dossier.paymentsToRequest', 'dossier.paymentTable', 'dossier.payments']);
        }}
      />
    </div>
  );
}

function countsOf({ queries }: ToAsk): { clients: number; dispatches: number } {
  const clients = new Set<string>();
  let dispatches = 0;
  for (const query of queries) {
    if (query.kind === 'dispatches') dispatches += query.dispatches.length;
    else for (const rut of query.ruts) clients.add(rut);
  }
  return { clients: clients.size, dispatches };
}

/** The names of the parts of a figure: main knows them from the disbursements themselves. */
function useGroupLabels(
  scope: ScopeInput,
  group: PaymentGroup = {},
): { part: keyof PaymentGroup; label: string }[] {
  const { t, i18n } = useTranslation('payments');
  const dimensions = paymentDimensions.filter((dimension) => group[dimension] !== undefined);
  const tables = useInvokeQueries(
    'dossier.paymentTable',
    dimensions.map((dimension) => onlyGroup(scope, dimension, group[dimension] ?? '')),
  );
  const labels = dimensions.map((dimension, index) => {
    const heading = tables[index]?.data?.sections[0]?.rows[0];
    const label = heading ? headingLabel(heading, dimension, i18n.language, t) : (group[dimension] ?? '');
    return { part: dimension, label };
  });
  if (group.currency === undefined) return labels;
  return [...labels, { part: 'currency', label: group.currency || t('table.noCurrency') }];
}

function onlyGroup(
  scope: ScopeInput,
  dimension: PaymentDimension,
  key: string,
): CallInput<'dossier.paymentTable'> {
  return { scope, rows: dimension, measure: 'amount', filter: { group: { [dimension]: key } } };
}
