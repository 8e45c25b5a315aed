import { IconBuilding, IconUser } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { formatRut } from '../../../shared/model/rut.ts';
import { useInvokeQuery } from '../../ipc/invoke-hooks.ts';
import { formatRoute } from '../../ui/route.ts';
import { useSearchText } from '../../ui/search-box-text.ts';
import { useDirectoryKind, useOwnCompany } from '../../ui/use-user-role.ts';
import { Examples } from './examples.tsx';
import { RecentSearches } from './recent-searches.tsx';
import search from './search.module.css';

const shownClients = 8;

/** What to search for from the start screen: recent searches, examples and frequent clients. */
export function SuggestedSearches() {
  const { t } = useTranslation('app-window');
  const { search: searchFor } = useSearchText();
  const clients = useInvokeQuery('clients.list', undefined).data;
  const hasSearched = (useInvokeQuery('search.recent', undefined).data ?? []).length > 0;
  const company = useOwnCompany();
  const whose = useDirectoryKind();
  const Icon = whose === 'clients' ? IconUser : IconBuilding;
  return (
    <>
      <RecentSearches />
      {hasSearched && <Examples />}
      {clients && (
        <div className={search.section}>
          <h2>{t(`home.${whose}`)}</h2>
          {clients.length === 0 && <a href={formatRoute({ view: 'clients' })}>{t('home.noClients')}</a>}
        </div>
      )}
      {clients?.slice(0, shownClients).map(({ rut, name }) => (
        <button
          key={rut}
          type="button"
          className={search.choice}
          onClick={() => searchFor(formatRut(rut), 'dispatches')}
        >
          <Icon size={16} aria-hidden />
          <span title={name}>
            {company ? t('home.companyDispatches', { name: name || formatRut(rut) }) : name || formatRut(rut)}
          </span>
          {!company && name && <small>{formatRut(rut)}</small>}
        </button>
      ))}
      {clients && clients.length > shownClients && (
        <a className={search.more} href={formatRoute({ view: 'clients' })}>
          {t('home.allClients')}
        </a>
      )}
    </>
  );
}
