import { IconAlertTriangle, IconCheck, IconFileOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { HandoverPaper } from '../../../shared/model/handover.ts';
import carpeta from '../list-screen/list-screen.module.css';

/** Whether a paper can go into the file: it is here, was not downloaded, or has no file at all. */
export function PaperStanding({ paper: { path, hasFile, isActive } }: { paper: HandoverPaper }) {
  const { t } = useTranslation('handover');
  const standing = path !== undefined ? 'here' : hasFile ? 'not-downloaded' : 'without-file';
  const Icon = { here: IconCheck, 'not-downloaded': IconAlertTriangle, 'without-file': IconFileOff }[
    standing
  ];
  const tone = { here: carpeta.good, 'not-downloaded': carpeta.warn, 'without-file': carpeta.soft }[standing];
  return (
    <span className={`${carpeta.mark} ${tone}`}>
      <Icon size={14} aria-hidden />
      {t(`standing.${standing}`)}
      {!isActive && <span className={carpeta.soft}>{t('standing.inactive')}</span>}
    </span>
  );
}
