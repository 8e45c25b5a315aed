import { IconBuilding, IconUser } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatRut } from '../../../shared/model/rut.ts';
import { useInvokeQuery } from '../../ipc/invoke-hooks.ts';
import { formatRoute } from '../../ui/route.ts';
import { useSearchText } from '../../ui/search-box-text.ts';
import { useDirectoryKind, useOwnCompany } from '../../ui/use-user-role.ts';
import { Examples } from './examples.tsx';
import styles from './home.module.css';
import { RecentSearches } from './recent-searches.tsx';
import search from './search.module.css';

const shownClients = 8;

/** The start screen: the day (`children`), recent searches, and frequent clients. */
export function Home({ children }: { children?: ReactNode }) {
  const { t } = useTranslation('app-window');
  const { search: searchFor } = useSearchText();
  const clients = useInvokeQuery('clients.list', undefined).data;
  const hasSearched = (useInvokeQuery('search.recent', undefined).data ?? []).length > 0;
  const company = useOwnCompany();
  const whose = useDirectoryKind();
  const Icon = whose === 'clients' ? IconUser : IconBuilding;
  return (
    <section className={styles.home}>
      <h1>{t('home.title')}</h1>
      <p>{t('home.hint')}</p>
      <div className={styles.columns}>
        <div className={styles.day}>{children}</div>
        <div className={styles.beside}>
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
              <span>
                {company
                  ? t('home.companyDispatches', { name: name || formatRut(rut) })
                  : name
                    ? `${name} · ${formatRut(rut)}`
                    : formatRut(rut)}
              </span>
            </button>
          ))}
          {clients && clients.length > shownClients && (
            <a className={styles.more} href={formatRoute({ view: 'clients' })}>
              {t('home.allClients')}
            </a>
          )}
        </div>
      </div>
    </section>
  );
}
