import { Button } from '@mantine/core';
import { IconMail } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import MailNotice from './mail-notice.tsx';
import { type ToMail, useMail } from './use-mail.ts';

/** Opens the files of a delivery in the mail program. */
export function MailButton({ toMail }: { toMail: ToMail }) {
  const { t } = useTranslation('deliveries');
  const { begin, isPending, notice } = useMail();
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconMail size={14} aria-hidden />}
        loading={isPending}
        onClick={() => begin(toMail)}
      >
        {t('mail')}
      </Button>
      {notice && <MailNotice {...notice} />}
    </>
  );
}
