import { Button, Checkbox, Group, PasswordInput, Text, TextInput } from '@mantine/core';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Events } from '../../../shared/contract.ts';
import { ask } from '../../ipc/bridge.ts';
import { Dialog } from '../../ui/dialog.tsx';
import styles from './connections.module.css';

interface Props {
  question: Events['proxy.asks'];
  onAnswered: () => void;
}

/** One question of a proxy; like a key, the password stands in an uncontrolled field and in no cache. */
export default function ProxyLoginDialog({ question, onAnswered }: Props) {
  const { t } = useTranslation('connections');
  const user = useRef<HTMLInputElement>(null);
  const password = useRef<HTMLInputElement>(null);
  const [keep, setKeep] = useState(true);
  const { id, proxy, realm, again, canKeep } = question;

  function answer(event: FormEvent) {
    event.preventDefault();
    const login = {
      user: user.current?.value ?? '',
      password: password.current?.value ?? '',
      keep: keep && canKeep,
    };
    if (password.current) password.current.value = '';
    void ask('proxy.answer', { id, login });
    onAnswered();
  }

  function refuse() {
    void ask('proxy.answer', { id });
    onAnswered();
  }

  return (
    <Dialog title={t('proxy.title')} onClose={refuse}>
      <form className={styles.form} onSubmit={answer} autoComplete="off">
        <Text size="sm">{t('proxy.means', { proxy: realm === '' ? proxy : `${proxy} (${realm})` })}</Text>
        {again && (
          <Text size="sm" className={styles.warn ?? ''}>
            {t('proxy.again')}
          </Text>
        )}
        <TextInput ref={user} label={t('proxy.user')} data-autofocus maxLength={1000} spellCheck={false} />
        <PasswordInput
          ref={password}
          label={t('proxy.password')}
          maxLength={1000}
          autoComplete="off"
          visibilityToggleButtonProps={{ 'aria-label': t('proxy.showPassword') }}
        />
        {canKeep ? (
          <Checkbox
            label={t('proxy.keep')}
            checked={keep}
            onChange={(event) => setKeep(event.currentTarget.checked)}
          />
        ) : (
          <Text size="sm">{t('proxy.noKeychain')}</Text>
        )}
        <Group justify="end" gap="xs">
          <Button variant="default" onClick={refuse}>
            {t('cancel')}
          </Button>
          <Button type="submit">{t('proxy.enter')}</Button>
        </Group>
      </form>
    </Dialog>
  );
}
