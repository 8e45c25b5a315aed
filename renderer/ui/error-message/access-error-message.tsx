import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ErrorData } from '../../../shared/errors.ts';
import { navigate } from '../route.ts';
import { ErrorMessage } from './error-message.tsx';

const mendedByKey: ReadonlySet<string> = new Set([
  'API_KEY_INVALID',
  'KEY_MISSING',
  'NO_KEYCHAIN',
  'PROJECT_ID_UNAUTHORIZED',
]);

/** Whether another key fixes the error. */
export function isMendedByKey({ code }: Pick<ErrorData, 'code'>): boolean {
  return mendedByKey.has(code);
}

/** An error message with a link to Agencies if a connection or its key is the cause. */
export function AccessErrorMessage({ error, children }: { error: ErrorData; children?: ReactNode }) {
  return (
    <ErrorMessage error={error}>
      {children}
      {(isMendedByKey(error) || error.code === 'CONNECTION_UNKNOWN') && <ToAgencies />}
    </ErrorMessage>
  );
}

/** Links to the screen where keys are replaced. */
function ToAgencies() {
  const { t } = useTranslation('ui');
  return (
    <Button size="compact-xs" variant="default" onClick={() => navigate({ view: 'connections' })}>
      {t('toAgencies')}
    </Button>
  );
}
