import { Button, type ButtonProps } from '@mantine/core';
import type { ComponentType, MouseEventHandler } from 'react';

interface Props extends Omit<ButtonProps, 'leftSection'> {
  icon: ComponentType<{ size?: number; 'aria-hidden'?: boolean }>;
  title?: string | undefined;
  'aria-label'?: string;
  onClick: MouseEventHandler<HTMLButtonElement>;
}

/** A button with an icon before its name. */
export function ActionButton({ icon: Icon, ...rest }: Props) {
  return <Button variant="default" leftSection={<Icon size={14} aria-hidden />} {...rest} />;
}
