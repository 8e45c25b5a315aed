import type { ComponentProps, MouseEvent } from 'react';

interface Props extends ComponentProps<'button'> {
  /** Set by Mantine on a loading button, which it disables as well. */
  'data-loading'?: boolean;
  /** Set by Mantine on a disabled button. */
  'data-disabled'?: boolean;
}

/**
 * The element of every Mantine button (`theme.ts`). A loading button is not disabled, since the browser would
 * take its focus: its clicks are ignored, and so is the Enter of its form.
 */
export function ButtonElement({ type = 'button', disabled, onClick, ...rest }: Props) {
  const isWorking = rest['data-loading'] === true && rest['data-disabled'] !== true;
  const state = isWorking ? { 'aria-disabled': true, onClick: ignore } : { disabled, onClick };
  return <button {...rest} type={type} {...state} />;
}

/** Instead of `disabled`, for a button that keeps its position and the focus. Its clicks are still told. */
export function unusable(isUnusable: boolean) {
  return isUnusable ? { 'aria-disabled': true, 'data-disabled': true } : {};
}

function ignore(press: MouseEvent): void {
  press.preventDefault();
  press.stopPropagation();
}
