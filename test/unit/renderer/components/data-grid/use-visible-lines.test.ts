import { describe, expect, it } from 'vitest';
import { revealLine } from '../../../../../renderer/components/data-grid/use-visible-lines.ts';

/** A list of lines of 32 px under a head of 40: ten lines in sight. */
const list = (scrollTop: number) => ({ scrollTop, clientHeight: 360 });

describe('a line that is brought into view', () => {
  it('does not move a list that shows it whole', () => {
    const element = list(320);
    revealLine(element, 10, 32, 40);
    revealLine(element, 19, 32, 40);
    expect(element.scrollTop).toBe(320);
  });

  it('comes to stand under the head when it was above', () => {
    const element = list(320);
    revealLine(element, 9, 32, 40);
    expect(element.scrollTop).toBe(288);
  });

  it('comes to stand last when it was below', () => {
    const element = list(320);
    revealLine(element, 20, 32, 40);
    expect(element.scrollTop).toBe(352);
  });

  it('is brought wholly into view when its edge was cut', () => {
    const element = list(330);
    revealLine(element, 10, 32, 40);
    expect(element.scrollTop).toBe(320);
  });
});
