import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Day, typedDay } from '../../shared/model/dates.ts';
import { dayText } from './day-range-presets.ts';

interface Props {
  label: string;
  /** The initial day. */
  first: Day | undefined;
  /** Undefined while the typed text is no valid day. */
  onDay: (day: Day | undefined) => void;
  isFirst?: boolean;
}

/** A day, typed as `dd-mm-aaaa`. */
export function DayField({ label, first, onDay, isFirst = false }: Props) {
  const { t } = useTranslation('dossier');
  const [text, setText] = useState(dayText(first));
  const isWrong = text.trim() !== '' && typedDay(text) === undefined;
  return (
    <TextInput
      label={label}
      placeholder={t('dayForm')}
      inputMode="numeric"
      maxLength={20}
      data-autofocus={isFirst ? true : undefined}
      value={text}
      error={isWrong ? t('notADay') : undefined}
      onChange={(event) => {
        setText(event.currentTarget.value);
        onDay(typedDay(event.currentTarget.value));
      }}
    />
  );
}
