import { type GenerationOptions, generate } from './data/generate.ts';
import type { PracticeDocument } from './data/records.ts';
import { createWorld, type World } from './data/world.ts';

/** The agencies of one API. */
export interface Agencies {
  readonly main: World;
  /**
   * Another agency: a tenth of the documents, at most three clients, all of them also clients of the main
   * one.
   */
  second(): World;
  /**
   * An agency's data by its id; undefined for the one whose configuration cannot be resolved. Unknown ids
   * have the main agency's data.
   */
  worldOf(agency: string): World | undefined;
  /** Finds a document in any agency, with the data it belongs to. */
  find(documentId: string): { document: PracticeDocument; world: World } | undefined;
  readonly ids: { main: string; second: string; unresolved: string; foreign: string };
}

/** Agencies whose ids begin with the main one's. */
export function createAgencies(
  agency: string,
  { seed, documents, clients, ...days }: Omit<GenerationOptions, 'partySeed'>,
): Agencies {
  const ids = {
    main: agency,
    second: `${agency}-sur`,
    unresolved: `${agency}-sin-configurar`,
    foreign: `${agency}-ajena`,
  };
  const main = createWorld(generate({ seed, partySeed: seed, documents, clients, ...days }));
  let secondWorld: World | undefined;
  const second = () => {
    // Created on first use: most agencies never need it.
    secondWorld ??= createWorld(
      generate({
        seed: `${seed}/sur`,
        partySeed: seed,
        documents: Math.ceil(documents / 10),
        clients: Math.min(3, clients),
        ...days,
      }),
    );
    return secondWorld;
  };
  return {
    main,
    second,
    ids,
    worldOf: (id) => (id === ids.unresolved ? undefined : id === ids.second ? second() : main),
    find(documentId) {
      for (const world of secondWorld === undefined ? [main] : [main, secondWorld]) {
        const document = world.document(documentId);
        if (document !== undefined) return { document, world };
      }
      return undefined;
    },
  };
}
