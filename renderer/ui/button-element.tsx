import type { ComponentProps, MouseEvent } from 'react';

interface Props extends ComponentProps<'button'> {
  /** Set by Mantine on a button that works, which it disables as well. */
  'data-loading'?: boolean;
  /** Set by Mantine on a button that is disabled for itself. */
  'data-disabled'?: boolean;
}

/**
 * What every button of Mantine's is drawn as (`theme.ts`). One that works is not disabled, since the browser
 * would take the focus from it: its presses are ignored, and the Enter of its form, which presses it.
 */
export function ButtonElement({ type = 'button', disabled, onClick, ...rest }: Props) {
  const isWorking = rest['data-loading'] === true && rest['data-disabled'] !== true;
  const state = isWorking ? { 'aria-disabled': true, onClick: ignore } : { disabled, onClick };
  return <button {...rest} type={type} {...state} />;
}

function ignore(press: MouseEvent): void {
  press.preventDefault();
  press.stopPropagation();
}
