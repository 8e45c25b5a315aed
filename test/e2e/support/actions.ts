import { readFileSync, writeFileSync } from 'node:fs';
import { expect, type Locator, type Page } from '@playwright/test';

const guide = new URL('../../../docs/carpeta.md', import.meta.url);

/** What a person does: each click, each key or chord, each text that is typed or pasted is one act. */
export interface ActionCounter {
  click(target: Locator): Promise<void>;
  press(keys: string): Promise<void>;
  /** Types or pastes a text where the focus is. */
  write(text: string): Promise<void>;
  /** Pastes a text of several lines where the focus is, as the clipboard gives it. */
  paste(text: string): Promise<void>;
  /** Counts what was done in a dialog of the system, which no test sees: one act. */
  inSystemDialog(): void;
  /**
   * Compares the count with the line of the guide's table that begins so (docs/carpeta.md, Cuántos actos
   * toma). With `WRITE_ACTS=1` in the environment the line is written instead.
   */
  expectAsInGuide(task: string): void;
}

export function countActions(page: Page): ActionCounter {
  let count = 0;
  return {
    async click(target) {
      count++;
      await target.click();
    },
    async press(keys) {
      count++;
      await page.keyboard.press(keys);
    },
    async write(text) {
      count++;
      await page.keyboard.insertText(text);
    },
    async paste(text) {
      count++;
      await page.evaluate((pasted) => {
        const clipboardData = new DataTransfer();
        clipboardData.setData('text/plain', pasted);
        const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
        document.activeElement?.dispatchEvent(event);
      }, text);
    },
    inSystemDialog() {
      count++;
    },
    expectAsInGuide(task) {
      const before = readFileSync(guide, 'utf8');
      const line = new RegExp(`^\\| ${task.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')} \\| (\\d*) \\|(.*)$`, 'm');
      expect(before, `the guide has a line for «${task}»`).toMatch(line);
      if (process.env['WRITE_ACTS'] === '1') {
        writeFileSync(
          guide,
          before.replace(line, (_, _count, rest) => `| ${task} | ${count} |${rest}`),
        );
        return;
      }
      expect(`${task}: ${count}`).toBe(`${task}: ${line.exec(before)?.[1]}`);
    },
  };
}
