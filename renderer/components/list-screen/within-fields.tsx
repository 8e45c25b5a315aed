import { Select } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatRut } from '../../../shared/model/rut.ts';
import { useInvokeQuery } from '../../ipc/invoke-hooks.ts';
import { useNamedConnections } from '../../ui/connection-name.ts';
import { type FilteredRoute, navigate, type Within, withinOf, withScope } from '../../ui/route.ts';
import screen from '../../ui/screen.module.css';
import { useOwnCompany } from '../../ui/use-user-role.ts';
import { narrowed, searchChoices } from './scope.ts';

interface Props {
  route: FilteredRoute;
  /** False if a list has no searches. */
  hasSearches?: boolean;
}

/** The scope filters: agency, client, search, package. What else narrows the list stays. */
export function WithinFields({ route, hasSearches = true }: Props) {
  const { t } = useTranslation('dossier');
  const within = withinOf(route);
  const connections = useNamedConnections() ?? [];
  const clients = useInvokeQuery('clients.list', undefined).data ?? [];
  const company = useOwnCompany();
  const saved = useInvokeQuery('saved.list', undefined).data ?? [];
  const searches = searchChoices(saved, within.resultSetId, t('within.thisResult'));
  const fieldOf = (name: keyof Within) => ({
    className: screen.within ?? '',
    clearable: true,
    searchable: true,
    comboboxProps: { width: 300, position: 'bottom-start' as const },
    nothingFoundMessage: t('within.nothing'),
    clearButtonProps: { 'aria-label': t('within.clear') },
    'aria-label': t(`within.name.${name}`),
    placeholder: t(`within.all.${name}`),
    value: within[name] ?? null,
    onChange: (value: string | null) => navigate(withScope(route, narrowed(within, name, value))),
  });
  return (
    <>
      {connections.length > 1 && (
        <Select
          {...fieldOf('connectionId')}
          data={connections.map(({ id, name }) => ({ value: id, label: name }))}
        />
      )}
      {((clients.length > 0 && !company) || within.rut !== undefined) && (
        <Select
          {...fieldOf('rut')}
          data={clients.map(({ rut, name }) => ({
            value: rut,
            label: name ? `${name} · ${formatRut(rut)}` : formatRut(rut),
          }))}
        />
      )}
      {within.deliveryId !== undefined && (
        <Select
          {...fieldOf('deliveryId')}
          data={[{ value: within.deliveryId, label: t('within.thisPackage') }]}
        />
      )}
      {hasSearches && searches.length > 0 && <Select {...fieldOf('resultSetId')} data={searches} />}
    </>
  );
}
