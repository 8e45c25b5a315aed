import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ruleOf } from '../../../shared/error-codes.ts';
import type { ErrorData } from '../../../shared/errors.ts';
import { navigate } from '../route.ts';
import { ErrorMessage } from './error-message.tsx';

/** Whether another key fixes the error. */
export function isMendedByKey({ code }: Pick<ErrorData, 'code'>): boolean {
  return ruleOf(code).mendedBy === 'key';
}

/** An error message with a link to Agencies if a connection or its key is the cause. */
export function AccessErrorMessage({ error, children }: { error: ErrorData; children?: ReactNode }) {
  const { mendedBy } = ruleOf(error.code);
  return (
    <ErrorMessage error={error}>
      {children}
      {(mendedBy === 'key' || mendedBy === 'connection') && <ToAgencies />}
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
