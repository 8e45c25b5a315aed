import { Kbd } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import styles from './keys.module.css';
import { type CommandName, keysOf } from './match-key.ts';
import { isMac } from './use-command.ts';

/** A command's keys, rendered as key caps. */
export function Keys({ of: name }: { of: CommandName }) {
  const { t } = useTranslation('ui');
  return <KeyCaps caps={keysOf(name, isMac, { space: t('key.space'), enter: t('key.enter') })} />;
}

/** Keys rendered as key caps. */
export function KeyCaps({ caps }: { caps: readonly string[] }) {
  return (
    <span className={styles.keys}>
      {caps.map((key) => (
        <Kbd key={key} size="xs">
          {key}
        </Kbd>
      ))}
    </span>
  );
}

/** A function that returns a command's keys as text, for tooltips. */
export function useKeyText(): (name: CommandName) => string {
  const { t } = useTranslation('ui');
  return (name) =>
    keysOf(name, isMac, { space: t('key.space'), enter: t('key.enter') }).join(isMac ? '' : '+');
}
