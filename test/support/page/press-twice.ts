/**
 * Presses twice before the page could do anything between: as when it is busy, and hears of both only then.
 */
export async function pressTwice(control: Element, key?: string): Promise<void> {
  for (let times = 0; times < 2; times++) {
    if (key !== undefined)
      control.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
    else if (control instanceof HTMLElement) control.click();
    for (let round = 0; round < 20; round++) await Promise.resolve();
  }
}
