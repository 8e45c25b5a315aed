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

/** Whether another key is what mends it. */
export function isMendedByKey({ code }: Pick<ErrorData, 'code'>): boolean {
  return mendedByKey.has(code);
}

/** An error message with the way to Agencies where a connection or its key is what lacks. */
export function AccessErrorMessage({ error, children }: { error: ErrorData; children?: ReactNode }) {
  return (
    <ErrorMessage error={error}>
      {children}
      {(isMendedByKey(error) || error.code === 'CONNECTION_UNKNOWN') && <ToAgencies />}
    </ErrorMessage>
  );
}

/** Goes to where keys are replaced. */
function ToAgencies() {
  const { t } = useTranslation('ui');
  return (
    <Button size="compact-xs" variant="default" onClick={() => navigate({ view: 'connections' })}>
      {t('toAgencies')}
    </Button>
  );
}
