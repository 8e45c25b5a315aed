import { IconFolder, IconUser } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { compositeKey } from '../../../shared/composite-key.ts';
import type { HomeView } from '../../../shared/model/home.ts';
import { formatRut } from '../../../shared/model/rut.ts';
import { useInvokeQuery } from '../../ipc/invoke-hooks.ts';
import { clientName } from '../../ui/query-text.ts';
import { useSearchText } from '../../ui/search-text.ts';
import styles from './day.module.css';

/** The pinned clients and dispatches; each opens. */
export function Pinned({ pins }: Pick<HomeView, 'pins'>) {
  const { t } = useTranslation('home');
  const { search } = useSearchText();
  const clients = useInvokeQuery('clients.list', undefined).data;
  if (pins.length === 0) return null;
  return (
    <ul className={styles.pinned} aria-label={t('pinned')}>
      {pins.map(({ rut, dispatch }) => (
        <li key={compositeKey(rut, dispatch?.connectionId ?? '', dispatch?.number ?? '')}>
          <button
            type="button"
            title={clientName(rut, clients)}
            onClick={() => search(dispatch?.number ?? formatRut(rut), 'dispatches')}
          >
            {dispatch ? <IconFolder size={14} aria-hidden /> : <IconUser size={14} aria-hidden />}
            {dispatch?.number ?? clientName(rut, clients)}
          </button>
        </li>
      ))}
    </ul>
  );
}
