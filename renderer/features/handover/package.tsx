import { useTranslation } from 'react-i18next';
import carpeta from '../../components/list-screen/list-screen.module.css';
import { useCall } from '../../ipc/bridge.ts';
import type { Place } from '../../ui/place.ts';
import styles from './handover.module.css';
import { PackageForm } from './package-form.tsx';

type PackagePlace = Extract<Place, { view: 'package' }>;

/** A package for an inspection: paste the dispatches, see what is here and what is not, have it made. */
export default function PackageScreen({ place }: { place: PackagePlace }) {
  const { t } = useTranslation('handover');
  const { data: handovers } = useCall('handover.list', undefined, { enabled: place.again !== undefined });
  const before = handovers?.find(({ id }) => id === place.again);
  const isKnown = place.again === undefined || handovers !== undefined;
  return (
    <div className={`${carpeta.screen} ${styles.packageScreen}`}>
      <header className={carpeta.head} data-line>
        <h1>{t('packageTitle')}</h1>
        <span className={carpeta.soft}>{t('packageMeans')}</span>
      </header>
      {isKnown && (
        <PackageForm
          key={place.again ?? place.numbers}
          text={before?.list ?? place.numbers ?? ''}
          folder={before?.folder ?? ''}
        />
      )}
    </div>
  );
}
