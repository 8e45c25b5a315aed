import { IconFolder, IconUser } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { compositeKey } from '../../shared/composite-key.ts';
import { clientName } from '../../shared/model/client-names.ts';
import { formatRut } from '../../shared/model/rut.ts';
import { useInvokeQuery } from '../ipc/invoke-hooks.ts';
import { useSearchText } from '../ui/search-box-text.ts';
import styles from '../ui/sidebar-item.module.css';
import { SidebarItem } from '../ui/sidebar-item.tsx';

/** The pinned clients and dispatches, on every screen; nothing without one. */
export function PinnedItems() {
  const { t } = useTranslation('home');
  const { search } = useSearchText();
  const pins = useInvokeQuery('dossier.pins', undefined).data ?? [];
  const clients = useInvokeQuery('clients.list', undefined).data;
  if (pins.length === 0) return null;
  return (
    <>
      <h2 className={styles.heading}>{t('pinned')}</h2>
      <ul>
        {pins.map(({ rut, dispatch }) => {
          const text = dispatch?.number ?? formatRut(rut);
          return (
            <SidebarItem
              key={compositeKey(rut, dispatch?.connectionId ?? '', text)}
              route={{ view: 'found', text }}
              icon={dispatch ? IconFolder : IconUser}
              title={clientName(rut, clients)}
              isCurrent={false}
              onGo={() => search(text, 'dispatches')}
            >
              {dispatch?.number ?? clientName(rut, clients)}
            </SidebarItem>
          );
        })}
      </ul>
    </>
  );
}
