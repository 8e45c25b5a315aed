import { Fragment, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../dialog.tsx';
import styles from './keys.module.css';
import { KeyCaps, Keys } from './keys.tsx';
import { commandNames } from './match-key.ts';
import { isMac, useCommand } from './use-command.ts';

/** The dialog of all keys, opened by `?`. */
export function ShortcutsOpener() {
  const [isOpen, setOpen] = useState(false);
  useCommand('keys', () => setOpen(true));
  return isOpen && <ShortcutsDialog onClose={() => setOpen(false)} />;
}

/** Every command with its keys, and the keys of lists and documents that are no commands. */
function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('app-window');
  const { t: ui } = useTranslation('ui');
  const shift = ui('key.shift');
  const others = [
    { does: t('keys.range'), caps: [shift, '↑', '↓'] },
    { does: t('keys.toggle'), caps: [isMac ? shift : 'Ctrl', ui('key.space')] },
    { does: t('keys.rowMenu'), caps: [shift, 'F10'] },
    { does: t('keys.zoom'), caps: ['+', '−', '0'] },
  ];
  return (
    <Dialog title={t('keys.title')} onClose={onClose}>
      <dl className={styles.shortcuts}>
        {commandNames.map((name) => (
          <Fragment key={name}>
            <dt>{t(`command.${name}`)}</dt>
            <dd>
              <Keys of={name} />
            </dd>
          </Fragment>
        ))}
        {others.map(({ does, caps }) => (
          <Fragment key={does}>
            <dt>{does}</dt>
            <dd>
              <KeyCaps caps={caps} />
            </dd>
          </Fragment>
        ))}
      </dl>
    </Dialog>
  );
}
