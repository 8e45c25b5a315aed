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
import { ActionButton } from '../ui/action-button.tsx';
import { ErrorMessage } from '../ui/error-message/error-message.tsx';
import { useStartFirstTour } from '../ui/tour-state.ts';
import styles from './first-run.module.css';

type Step = 'ways' | 'connect' | 'clients';

/**
 * First run: two ways to connect, then the client directory. `onDone` opens the app, where the tour begins.
 */
export default function FirstRun({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation('connections');
  const [step, setStep] = useState<Step>('ways');
  const changed = useChanged();
  const startTour = useStartFirstTour();
  function end() {
    startTour();
    onDone();
  }
  return (
    <main className={styles.start}>
      <div className={styles.column}>
        <Languages />
        {step === 'ways' && <Ways onConnect={() => setStep('connect')} onDone={end} />}
        {step === 'connect' && (
          <>
            <h1>{t('start.connect')}</h1>
            <p className={styles.lead}>{t('start.connectMeans')}</p>
            <ConnectionForm
              onSaved={() => setStep('clients')}
              back={
                <ActionButton variant="subtle" icon={IconArrowLeft} onClick={() => setStep('ways')}>
                  {t('start.back')}
                </ActionButton>
              }
            />
          </>
        )}
        {step === 'clients' && (
          <>
            <h1>{t('start.clients')}</h1>
            <p className={styles.lead}>{t('start.clientsMeans')}</p>
            <PasteClients
              onSaved={end}
              instead={
                <Button variant="subtle" onClick={() => void changed(['clients.list']).then(end)}>
                  {t('start.later')}
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
  const { t } = useTranslation('connections');
  const info = useInvokeQuery('app.info', undefined).data;
  const practice = useInvokeMutation('connections.practice', ['connections.list', 'clients.list']);
  const isStarting = (userRole: UserRole) => practice.isPending && practice.variables?.office === userRole;
  return (
    <>
      <h1>{t('start.title')}</h1>
      <p className={styles.lead}>{t('start.lead')}</p>
      <div className={styles.ways}>
        {!info?.practiceOnly && (
          <button type="button" className={styles.way} onClick={onConnect}>
            <IconPlugConnected size={22} aria-hidden />
            <span>
              <b>{t('start.connect')}</b>
              {t('start.connectHint')}
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
              <b>{t(`start.practice.${userRole}`)}</b>
              {isStarting(userRole) ? t('start.practiceStarting') : t(`start.practiceHint.${userRole}`)}
            </span>
            <IconChevronRight size={18} aria-hidden />
          </button>
        ))}
      </div>
      {info?.practiceOnly && <p className={styles.lead}>{t('start.practiceOnly')}</p>}
      {practice.error && <ErrorMessage error={practice.error} />}
    </>
  );
}

function Languages() {
  const { t } = useTranslation('connections');
  const language = useSetting('language');
  const change = useChangeSettings();
  return (
    <div className={styles.languages}>
      <SegmentedControl
        aria-label={t('start.language')}
        value={language}
        onChange={(value) => void change({ language: asLanguage(value) })}
        data={languages.map((value) => ({ value, label: languageNames[value] }))}
      />
    </div>
  );
}
