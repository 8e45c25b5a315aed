import fc from 'fast-check';
import { it } from 'vitest';

/**
 * How often each property is tried: 500 times, or as the environment says (`npm run campaign -- properties`
 * says 10,000).
 */
export const propertyRuns = Number(process.env['CARPETA_PROPERTY_RUNS'] ?? 500);

/**
 * The seed of all properties of a test file; printed, so that a run can be repeated through
 * `CARPETA_PROPERTY_SEED`.
 */
export const propertySeed = Number(
  process.env['CARPETA_PROPERTY_SEED'] ?? Math.floor(Math.random() * 2 ** 31),
);

/** A sentence that holds for whatever is generated. */
export function holds<Values>(
  sentence: string,
  property: fc.IAsyncProperty<Values> | fc.IProperty<Values>,
): void {
  it(`${sentence} (${propertyRuns} runs)`, { timeout: 30_000 + propertyRuns * 60 }, async ({ task }) => {
    console.log(`seed ${propertySeed}, ${propertyRuns} runs: ${task.name}`);
    await fc.assert(property, { numRuns: propertyRuns, seed: propertySeed });
  });
}
