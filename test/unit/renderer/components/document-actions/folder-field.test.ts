import { expect, it } from 'vitest';
import { delaySubmit } from '../../../../../renderer/components/document-actions/folder-field.tsx';

/** A form that counts what it submits. */
function form() {
  let submitted = 0;
  const target = Object.assign(new EventTarget(), {
    isConnected: true,
    requestSubmit() {
      if (target.dispatchEvent(new Event('submit', { cancelable: true }))) submitted++;
    },
  });
  return { target: target as unknown as HTMLFormElement, submitted: () => submitted };
}

it('what a form submits while a folder is selected is submitted with the folder', () => {
  const { target, submitted } = form();
  const letGo = delaySubmit(target);
  target.requestSubmit();
  expect(submitted()).toBe(0);
  letGo(true);
  expect(submitted()).toBe(1);
});

it('what a form submits while a folder is selected is dropped where none is', () => {
  const { target, submitted } = form();
  const letGo = delaySubmit(target);
  target.requestSubmit();
  letGo(false);
  expect(submitted()).toBe(0);
  target.requestSubmit();
  expect(submitted()).toBe(1);
});
