import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { compositeKey } from '../../../shared/composite-key.ts';
import { useInvokeMutation, useInvokeQuery } from '../../ipc/invoke-hooks.ts';
import { copy } from '../../ui/copy-to-clipboard.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorMessage } from '../../ui/error-message/error-message.tsx';
import { Section } from '../../ui/section.tsx';
import { useToast } from '../../ui/toast.tsx';
import styles from './settings.module.css';

/** Facts about the app to copy into a report, and its own log. */
export function Diagnostics() {
  const { t } = useTranslation('settings');
  const toast = useToast();
  const [isLicences, setLicences] = useState(false);
  const showLogs = useInvokeMutation('app.showLogs');
  const { data: info, error } = useInvokeQuery('app.info', undefined);
  if (error) return <ErrorMessage error={error} />;
  if (!info) return null;
  const facts: [string, string][] = [
    [t('fact.version'), info.version],
    [t('fact.host'), `${info.host} · ${info.platform}`],
    [t('fact.userData'), info.userData],
    [t('fact.logFolder'), info.logFolder],
    ...Object.entries(info.versions),
    ...info.setAside.map((path): [string, string] => [t('fact.setAside'), path]),
    ...(info.unreadPolicies === undefined
      ? []
      : [[t('fact.unreadPolicies'), info.unreadPolicies] satisfies [string, string]]),
  ];
  return (
    <Section title={t('section.diagnostics')}>
      <p>{t('toReport')}</p>
      <dl className={styles.facts}>
        {facts.map(([name, value]) => (
          <div key={compositeKey(name, value)} className={styles.fact}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <Group gap="xs">
        <Button
          variant="default"
          onClick={() => copy(facts.map((fact) => fact.join(': ')).join('\n')) && toast(t('copied'))}
        >
          {t('copyFacts')}
        </Button>
        <Button variant="default" onClick={() => showLogs.mutate(undefined)}>
          {t('showLogs')}
        </Button>
        <Button variant="default" onClick={() => setLicences(true)}>
          {t('licences')}
        </Button>
      </Group>
      {showLogs.error && <ErrorMessage error={showLogs.error} />}
      {isLicences && <Licences onClose={() => setLicences(false)} />}
    </Section>
  );
}

/** The bundled packages and their licences. */
function Licences({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('settings');
  const { data, error } = useInvokeQuery('app.licences', undefined, { gcTime: 0 });
  return (
    <Dialog title={t('licences')} size="lg" onClose={onClose}>
      {error && <ErrorMessage error={error} />}
      {data?.length === 0 && <p>{t('noLicences')}</p>}
      {data?.map(({ name, version, licence, text }) => (
        <details key={compositeKey(name, version)} className={styles.licence}>
          <summary>
            {name} {version} <span className={styles.managed}>{licence}</span>
          </summary>
          <pre>{text}</pre>
        </details>
      ))}
    </Dialog>
  );
}
