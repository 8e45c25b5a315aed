import { Button, Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useInvokeMutation } from '../../ipc/invoke-hooks.ts';
import { ErrorMessage } from '../../ui/error-message/error-message.tsx';
import { formatRoute } from '../../ui/route.ts';
import { Section } from '../../ui/section.tsx';
import { useToast } from '../../ui/toast.tsx';
import styles from './settings.module.css';

/**
 * Exports saved searches, clients, template and connections for a colleague or a new computer: never a key.
 */
export function Configuration() {
  const { t } = useTranslation('settings');
  const toast = useToast();
  const save = useInvokeMutation('configuration.save');
  const load = useInvokeMutation('configuration.load', [
    'connections.list',
    'clients.list',
    'saved.list',
    'settings.get',
  ]);
  const error = save.error ?? load.error;
  const loaded = load.data;
  return (
    <Section title={t('section.configuration')}>
      <p className={styles.managed}>{t('configurationMeans')}</p>
      <Group gap="xs">
        <Button
          variant="default"
          loading={save.isPending}
          onClick={() =>
            save.mutate(undefined, {
              onSuccess: (saved) => saved && toast(t('configurationSaved', { path: saved.path })),
            })
          }
        >
          {t('configurationSave')}
        </Button>
        <Button variant="default" loading={load.isPending} onClick={() => load.mutate(undefined)}>
          {t('configurationLoad')}
        </Button>
      </Group>
      {error && <ErrorMessage error={error} />}
      {loaded && (
        <output>
          {[
            t('loaded.connections', { count: loaded.connections }),
            t('loaded.clients', { count: loaded.clients }),
            t('loaded.savedSearches', { count: loaded.savedSearches }),
          ].join(' · ')}
          {loaded.withoutKey > 0 && (
            <>
              {' · '}
              <a href={formatRoute({ view: 'connections' })}>
                {t('loaded.withoutKey', { count: loaded.withoutKey })}
              </a>
            </>
          )}
        </output>
      )}
    </Section>
  );
}
