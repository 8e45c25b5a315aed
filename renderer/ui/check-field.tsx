import { Checkbox, type CheckboxProps } from '@mantine/core';

type Props = Omit<CheckboxProps, 'onChange'> & { onCheck: (isChecked: boolean) => void };

/** A checkbox that tells its new state. */
export function CheckField({ onCheck, ...field }: Props) {
  return <Checkbox {...field} onChange={(event) => onCheck(event.currentTarget.checked)} />;
}
