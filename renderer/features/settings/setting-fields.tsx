import { NumberInput, SegmentedControl } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { Limits } from '../../../shared/model/setting-limits.ts';
import { TemplateField } from '../../components/document-actions/template-field.tsx';
import { invoke } from '../../ipc/invoke-hooks.ts';
import styles from './settings.module.css';

interface ChoiceProps<Value extends string> {
  label: string;
  value: Value;
  options: readonly { value: Value; label: string }[];
  disabled: boolean;
  note: ReactNode;
  onChange: (value: Value) => void;
}

/** One of a few values, all of them in view. */
export function Choice<Value extends string>({
  label,
  value,
  options,
  disabled,
  note,
  onChange,
}: ChoiceProps<Value>) {
  return (
    <div className={styles.choice}>
      <span>{label}</span>
      <SegmentedControl
        aria-label={label}
        value={value}
        disabled={disabled}
        data={[...options]}
        onChange={onChange}
      />
      {note}
    </div>
  );
}

export interface CountProps {
  label: string;
  description?: string;
  value: number;
  limits: Limits;
  disabled: boolean;
  note: ReactNode;
  /** The value and the placeholder of an empty field; if absent, an empty field means the minimum. */
  whenEmpty?: { value: number; label: string };
  onChange: (value: number) => void;
}

/** A whole number, saved on blur. */
export function Count({
  label,
  description,
  value,
  limits,
  disabled,
  note,
  whenEmpty,
  onChange,
}: CountProps) {
  // The value of an empty field cannot be typed.
  const min = whenEmpty ? Math.max(limits.min, whenEmpty.value + 1) : limits.min;
  const shown = (count: number) => (count === whenEmpty?.value ? '' : count);
  const [typed, setTyped] = useState<number | string>(shown(value));

  function selected(): number {
    const count = Math.round(Number(typed));
    if (whenEmpty && (typed === '' || count === whenEmpty.value)) return whenEmpty.value;
    return Math.min(limits.max, Math.max(min, count || min));
  }
  return (
    <div>
      <NumberInput
        label={label}
        description={description}
        maw={260}
        min={min}
        max={limits.max}
        allowDecimal={false}
        disabled={disabled}
        {...(whenEmpty && { placeholder: whenEmpty.label })}
        value={typed}
        onChange={setTyped}
        onBlur={() => {
          const count = selected();
          setTyped(shown(count));
          if (count !== value) onChange(count);
        }}
      />
      {note}
    </div>
  );
}

interface TemplateSettingProps {
  saved: string;
  disabled: boolean;
  onSave: (template: string) => void;
}

/**
 * The template of all downloads, saved on blur; an invalid one stays in the field with its error, and is not
 * saved.
 */
export function TemplateSetting({ saved, disabled, onSave }: TemplateSettingProps) {
  const [template, setTemplate] = useState(saved);
  function leave() {
    if (template === saved) return;
    invoke('downloads.previewName', { template }).then(
      () => onSave(template),
      () => undefined,
    );
  }
  return <TemplateField value={template} onChange={setTemplate} onBlur={leave} disabled={disabled} />;
}
