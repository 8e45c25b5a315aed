import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../dialog.tsx';
import { commandNames } from './commands.ts';
import styles from './keys.module.css';
import { Keys } from './keys.tsx';

/** Every command with its keys. */
export default function KeySheetDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('desk');
  return (
    <Dialog title={t('keys.title')} onClose={onClose}>
      <dl className={styles.sheet}>
        {commandNames.map((name) => (
          <Fragment key={name}>
            <dt>{t(`command.${name}`)}</dt>
            <dd>
              <Keys of={name} />
            </dd>
          </Fragment>
        ))}
      </dl>
    </Dialog>
  );
}
