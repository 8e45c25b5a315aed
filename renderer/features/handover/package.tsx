import { useTranslation } from 'react-i18next';
import { useCall } from '../../ipc/bridge.ts';
import type { Place } from '../../ui/place.ts';
import screen from '../../ui/screen.module.css';
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
    <div className={`${screen.screen} ${styles.packageScreen}`}>
      <header className={screen.head} data-line>
        <h1>{t('packageTitle')}</h1>
        <span className={screen.soft}>{t('packageMeans')}</span>
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
