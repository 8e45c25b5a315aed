import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/** What a person operates; each must be told by a name. */
const controls: ReadonlySet<string> = new Set([
  ...['button', 'checkbox', 'combobox', 'DisclosureTriangle', 'grid', 'link', 'listbox', 'menuitem'],
  ...['menuitemcheckbox', 'menuitemradio', 'option', 'radio', 'searchbox', 'slider', 'spinbutton', 'switch'],
  ...['tab', 'textbox', 'treegrid', 'dialog', 'toolbar', 'tablist', 'columnheader'],
]);

/** Dialogs, panels and menus. */
const layers = '[role=dialog], [role=menu]';

/**
 * What axe finds serious or critical on the page as it is now, one line each. Where something lies over the
 * screen, only of that.
 */
export async function seriousFindings(page: Page): Promise<string[]> {
  const axe = new AxeBuilder({ page })
    // The host closes every page but its own, and without this axe opens one to gather what it found.
    .setLegacyMode(true)
    // Of what is as it should be nothing is gathered.
    .options({ resultTypes: ['violations'] })
    // Rows are drawn alike; of each list the first ones stand for the others.
    .exclude('tbody > tr:nth-child(n+5)');
  const isCovered = (await page.locator(layers).filter({ visible: true }).count()) > 0;
  const { violations } = await (isCovered ? axe.include(layers) : axe).analyze();
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary = '' }) => `${id} ${target.join(' ')}: ${oneLine(failureSummary)}`),
    );
}

/**
 * The controls in the browser's own accessibility tree, as screen readers get it: how many, and the HTML of
 * those without a name.
 */
export async function namelessControls(page: Page): Promise<{ controls: number; nameless: string[] }> {
  const session = await page.context().newCDPSession(page);
  await session.send('Accessibility.enable');
  const { nodes } = await session.send('Accessibility.getFullAXTree');
  const found = nodes.filter(({ ignored, role }) => !ignored && controls.has(String(role?.value)));
  const nameless: string[] = [];
  for (const { name, role, backendDOMNodeId } of found) {
    if (String(name?.value ?? '').trim() !== '') continue;
    const html =
      backendDOMNodeId === undefined
        ? ''
        : await session
            .send('DOM.getOuterHTML', { backendNodeId: backendDOMNodeId })
            .then(({ outerHTML }) => outerHTML.slice(0, 200));
    nameless.push(`${role?.value} without a name: ${html}`);
  }
  await session.detach();
  return { controls: found.length, nameless };
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').slice(0, 300);
}
