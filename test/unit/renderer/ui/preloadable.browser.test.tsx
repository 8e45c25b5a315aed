import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { preloadable } from '../../../../renderer/ui/preloadable.tsx';
import { show } from '../../../support/page/show.tsx';

it('a part whose script cannot be fetched is fetched again in its place when a person says so', async () => {
  let scripts: PromiseWithResolvers<{ default: () => string }>[] = [];
  const part = preloadable(() => {
    const script = Promise.withResolvers<{ default: () => string }>();
    scripts = [...scripts, script];
    return script.promise;
  });
  await show(<part.Component />);
  const again = page.getByRole('button', { name: 'Reintentar' });
  await expect.poll(() => scripts.length).toBe(1);
  scripts[0]?.reject(new TypeError('Failed to fetch dynamically imported module'));
  await again.click();
  await expect.element(again).toHaveAttribute('aria-disabled', 'true');
  again.element().dispatchEvent(new MouseEvent('click', { bubbles: true }));
  expect(scripts.length).toBe(2);
  scripts[1]?.reject(new TypeError('Failed to fetch dynamically imported module'));
  await expect.element(again).toHaveAttribute('aria-disabled', 'false');
  await again.click();
  await expect.poll(() => scripts.length).toBe(3);
  scripts[2]?.resolve({ default: () => 'Aquí está' });
  await expect.element(page.getByText('Aquí está')).toBeVisible();
  await expect.element(again).not.toBeInTheDocument();
});
