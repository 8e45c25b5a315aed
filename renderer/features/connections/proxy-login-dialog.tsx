import { Button, PasswordInput, Text, TextInput } from '@mantine/core';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Events } from '../../../shared/contract.ts';
import type { ErrorData } from '../../../shared/errors.ts';
import { invoke, useAppMutation } from '../../ipc/invoke-hooks.ts';
import { CheckField } from '../../ui/check-field.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogEnd } from '../../ui/dialog-end.tsx';
import { useErrorText } from '../../ui/error-message/error-text.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import screen from '../../ui/screen.module.css';
import styles from './connections.module.css';

interface Props {
  loginRequest: Events['proxy.asks'];
  onClosed: () => void;
}

/** One login request of a proxy; like a key, the password is in an uncontrolled field and in no cache. */
export default function ProxyLoginDialog({ loginRequest, onClosed }: Props) {
  const { t } = useTranslation('connections');
  const { proxy, realm, isRetry, user: rejectedUser = '', canSave } = loginRequest;
  const { user, password, isSaved, setSaved, login, cancel } = useProxyLogin(loginRequest, onClosed);
  const notSaved = login.data;
  if (notSaved) return <NotSaved error={notSaved} onClose={onClosed} />;

  return (
    <FormDialog
      title={t('proxy.title')}
      label={t('proxy.enter')}
      isBusy={login.isPending}
      error={login.error}
      onSubmit={() => login.mutate()}
      onClose={cancel}
    >
      <Text size="sm">{t('proxy.means', { proxy: realm === '' ? proxy : `${proxy} (${realm})` })}</Text>
      {isRetry && (
        <Text size="sm" className={screen.warn ?? ''} role="alert">
          {t('proxy.again')}
        </Text>
      )}
      <TextInput
        ref={user}
        label={t('proxy.user')}
        defaultValue={rejectedUser}
        data-autofocus={rejectedUser === '' || undefined}
        maxLength={1000}
        spellCheck={false}
      />
      <PasswordInput
        ref={password}
        label={t('proxy.password')}
        data-autofocus={rejectedUser !== '' || undefined}
        maxLength={1000}
        autoComplete="off"
        visibilityToggleButtonProps={{ 'aria-label': t('proxy.showPassword') }}
      />
      {canSave ? (
        <CheckField label={t('proxy.keep')} checked={isSaved} onCheck={setSaved} />
      ) : (
        <Text size="sm">{t('proxy.noKeychain')}</Text>
      )}
    </FormDialog>
  );
}

/** The fields of a login, the action that sends it, and the one that cancels. */
function useProxyLogin({ id, canSave }: Props['loginRequest'], onClosed: () => void) {
  const user = useRef<HTMLInputElement>(null);
  const password = useRef<HTMLInputElement>(null);
  const [isSaved, setSaved] = useState(true);

  function takeLogin() {
    const login = {
      user: user.current?.value ?? '',
      password: password.current?.value ?? '',
      save: isSaved && canSave,
    };
    if (password.current) password.current.value = '';
    return login;
  }

  // The login is no argument of the mutation, because the query cache stores arguments.
  const login = useAppMutation(async () => {
    const { notSaved } = await invoke('proxy.answer', { id, login: takeLogin() });
    if (!notSaved) onClosed();
    return notSaved;
  });
  const refuse = useAppMutation(() => invoke('proxy.answer', { id }));

  function cancel() {
    // Also sent if an earlier reply did not arrive: requests behind the proxy would wait for ever. The dialog
    // closes even if main does not reply.
    refuse.mutate();
    onClosed();
  }

  return { user, password, isSaved, setSaved, login, cancel };
}

/** The login is used, but the keychain did not store it. */
function NotSaved({ error, onClose }: { error: ErrorData; onClose: () => void }) {
  const { t } = useTranslation('connections');
  const errorText = useErrorText();
  return (
    <Dialog title={t('proxy.title')} onClose={onClose}>
      <div className={styles.form}>
        <Text size="sm" role="alert">
          {t('proxy.notKept', { why: errorText(error).what })} <code>{error.code}</code>
        </Text>
        <DialogEnd>
          <Button onClick={onClose} data-autofocus>
            {t('proxy.understood')}
          </Button>
        </DialogEnd>
      </div>
    </Dialog>
  );
}
