/** The number of figures in a text. */
export function figuresIn(text: string): number {
  let figures = 0;
  for (const letter of text) if (letter >= '0' && letter <= '9') figures++;
  return figures;
}
