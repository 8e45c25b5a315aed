import { useTranslation } from 'react-i18next';
import { CheckField } from '../../ui/check-field.tsx';

interface Props {
  isOn: boolean;
  onChange: (isOn: boolean) => void;
}

/** Whether the person's own notes on the dispatches go into a delivery; off at first. */
export function NotesOption({ isOn, onChange }: Props) {
  const { t } = useTranslation('deliveries');
  return (
    <CheckField label={t('withNotes')} description={t('withNotesMeans')} checked={isOn} onCheck={onChange} />
  );
}
