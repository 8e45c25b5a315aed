import { useTranslation } from 'react-i18next';
import { useCall } from '../../ipc/bridge.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Fault } from '../../ui/fault/fault.tsx';
import styles from './settings.module.css';

/** The packages that are shipped and the terms they come under. */
export function Licences({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('settings');
  const { data, error } = useCall('app.licences', undefined, { gcTime: 0 });
  return (
    <Dialog title={t('licences')} size="lg" onClose={onClose}>
      {error && <Fault error={error} />}
      {data?.length === 0 && <p>{t('noLicences')}</p>}
      {data?.map(({ name, version, licence, text }) => (
        <details key={`${name} ${version}`} className={styles.licence}>
          <summary>
            {name} {version} <span className={styles.managed}>{licence}</span>
          </summary>
          <pre>{text}</pre>
        </details>
      ))}
    </Dialog>
  );
}
