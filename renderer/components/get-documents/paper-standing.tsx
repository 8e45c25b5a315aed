import { IconCheck, IconDownload, IconFileOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { HandoverPaper } from '../../../shared/model/handover.ts';
import screen from '../../ui/screen.module.css';

/** Whether a paper can go into the file: it is here, is downloaded first, or has no file at all. */
export function PaperStanding({ paper: { path, hasFile, isActive } }: { paper: HandoverPaper }) {
  const { t } = useTranslation('handover');
  const standing = path !== undefined ? 'here' : hasFile ? 'not-downloaded' : 'without-file';
  const Icon = { here: IconCheck, 'not-downloaded': IconDownload, 'without-file': IconFileOff }[standing];
  const tone = { here: screen.good, 'not-downloaded': screen.soft, 'without-file': screen.warn }[standing];
  return (
    <span className={`${screen.mark} ${tone}`}>
      <Icon size={14} aria-hidden />
      {t(`standing.${standing}`)}
      {!isActive && <span className={screen.soft}>· {t('standing.inactive')}</span>}
    </span>
  );
}
