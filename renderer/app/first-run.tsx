import { Button, SegmentedControl } from '@mantine/core';
import {
  IconArrowLeft,
  IconBuildingFactory2,
  IconChevronRight,
  IconPlugConnected,
  IconSchool,
} from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { asLanguage, languageNames, languages } from '../../shared/model/languages.ts';
import { type UserRole, userRoles } from '../../shared/model/user-role.ts';
import { PasteClients } from '../features/clients/paste-clients.tsx';
import { ConnectionForm } from '../features/connections/connection-form.tsx';
import { useChanged, useInvokeMutation, useInvokeQuery } from '../ipc/invoke-hooks.ts';
import { useChangeSettings, useSetting } from '../ipc/settings-hooks.ts';
import { ErrorMessage } from '../ui/error-message/error-message.tsx';
import styles from './first-run.module.css';

type Step = 'ways' | 'connect' | 'clients';

/** First run: two ways to connect, then the client directory. `onDone` opens the app. */
export default function FirstRun({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation('start');
  const [step, setStep] = useState<Step>('ways');
  const changed = useChanged();
  return (
    <main className={styles.start}>
      <div className={styles.column}>
        <Languages />
        {step === 'ways' && <Ways onConnect={() => setStep('connect')} onDone={onDone} />}
        {step === 'connect' && (
          <>
            <h1>{t('connect')}</h1>
            <p className={styles.lead}>{t('connectMeans')}</p>
            <ConnectionForm
              onSaved={() => setStep('clients')}
              back={
                <Button
                  variant="subtle"
                  leftSection={<IconArrowLeft size={15} aria-hidden />}
                  onClick={() => setStep('ways')}
                >
                  {t('back')}
                </Button>
              }
            />
          </>
        )}
        {step === 'clients' && (
          <>
            <h1>{t('clients')}</h1>
            <p className={styles.lead}>{t('clientsMeans')}</p>
            <PasteClients
              onSaved={onDone}
              instead={
                <Button variant="subtle" onClick={() => void changed(['clients.list']).then(onDone)}>
                  {t('later')}
                </Button>
              }
            />
          </>
        )}
      </div>
    </main>
  );
}

function Ways({ onConnect, onDone }: { onConnect: () => void; onDone: () => void }) {
  const { t } = useTranslation('start');
  const info = useInvokeQuery('app.info', undefined).data;
  const practice = useInvokeMutation('connections.practice', ['connections.list', 'clients.list']);
  const isStarting = (userRole: UserRole) => practice.isPending && practice.variables?.office === userRole;
  return (
    <>
      <h1>{t('title')}</h1>
      <p className={styles.lead}>{t('lead')}</p>
      <div className={styles.ways}>
        {!info?.practiceOnly && (
          <button type="button" className={styles.way} onClick={onConnect}>
            <IconPlugConnected size={22} aria-hidden />
            <span>
              <b>{t('connect')}</b>
              {t('connectHint')}
            </span>
            <IconChevronRight size={18} aria-hidden />
          </button>
        )}
        {userRoles.map((userRole) => (
          <button
            key={userRole}
            type="button"
            className={styles.way}
            aria-disabled={practice.isPending}
            onClick={() =>
              !practice.isPending && practice.mutate({ office: userRole }, { onSuccess: onDone })
            }
          >
            {userRole === 'agency' ? (
              <IconSchool size={22} aria-hidden />
            ) : (
              <IconBuildingFactory2 size={22} aria-hidden />
            )}
            <span>
              <b>{t(`practice.${userRole}`)}</b>
              {isStarting(userRole) ? t('practiceStarting') : t(`practiceHint.${userRole}`)}
            </span>
            <IconChevronRight size={18} aria-hidden />
          </button>
        ))}
      </div>
      {info?.practiceOnly && <p className={styles.lead}>{t('practiceOnly')}</p>}
      {practice.error && <ErrorMessage error={practice.error} />}
    </>
  );
}

function Languages() {
  const { t } = useTranslation('start');
  const language = useSetting('language');
  const change = useChangeSettings();
  return (
    <div className={styles.languages}>
      <SegmentedControl
        aria-label={t('language')}
        value={language}
        onChange={(value) => void change({ language: asLanguage(value) })}
        data={languages.map((value) => ({ value, label: languageNames[value] }))}
      />
    </div>
  );
}
