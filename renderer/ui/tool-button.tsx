import { ActionIcon, type ActionIconProps } from '@mantine/core';
import type { ComponentType, MouseEventHandler, Ref } from 'react';
import { useKeyText } from './keyboard/keys.tsx';
import type { CommandName } from './keyboard/match-key.ts';

interface Props extends Omit<ActionIconProps, 'children'> {
  icon: ComponentType<{ size?: number; 'aria-hidden'?: boolean }>;
  /** The action, as its accessible name. */
  label: string;
  command?: CommandName;
  isPressed?: boolean;
  onClick?: MouseEventHandler<HTMLButtonElement>;
  ref?: Ref<HTMLButtonElement>;
  'aria-haspopup'?: 'menu' | 'dialog';
  'aria-expanded'?: boolean;
}

/** An icon button with its name and key in the tooltip. */
export function ToolButton({ icon: Icon, label, command, isPressed, ...rest }: Props) {
  const keyText = useKeyText();
  return (
    <ActionIcon
      aria-label={label}
      title={command ? `${label} (${keyText(command)})` : label}
      {...(isPressed !== undefined && { 'aria-pressed': isPressed })}
      {...rest}
    >
      <Icon size={18} aria-hidden />
    </ActionIcon>
  );
}
