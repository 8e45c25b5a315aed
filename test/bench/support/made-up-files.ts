import type { Store } from '../../../electron/database/index.ts';
import { storeFiles, textPdf } from '../../support/samples/text-files.ts';

/** Pages of each file. */
export const pagesEach = 4;
const filesStoredAtOnce = 500;

const vocabulary = (
  'mercancía despacho aduana declaración conocimiento embarque flete seguro valor total impuesto derecho régimen ' +
  'importador exportador agencia documento certificado origen partida arancelaria cantidad bultos peso bruto neto ' +
  'kilogramos dólares condición entrega transporte marítimo nave viaje manifiesto almacén plazo vencimiento señor ' +
  'compañía número fecha emisión Valparaíso Antofagasta Concepción Shanghái según artículo resolución crédito'
).split(' ');

/** Numbers from 0 to 1 that are the same in each run. */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 16_807) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

/** Lines of words with an amount at the end of each. */
export function madeUpLines(random: () => number, lines: number): string {
  const pick = () => vocabulary[Math.floor(random() * vocabulary.length)] ?? '';
  const amount = () =>
    `${Math.floor(random() * 900) + 100}.${Math.floor(random() * 900) + 100},${Math.floor(random() * 90) + 10}`;
  return Array.from({ length: lines }, () => [...Array.from({ length: 7 }, pick), amount()].join(' ')).join(
    '\n',
  );
}

/** Stores so many native PDFs as files of downloaded documents, which wait to be read. */
export async function storeTextFiles(store: Store, folder: string, count: number): Promise<void> {
  const random = seeded(7);
  for (let at = 0; at < count; at += filesStoredAtOnce) {
    const contents: Record<string, Buffer> = {};
    for (let id = at; id < Math.min(count, at + filesStoredAtOnce); id++) {
      contents[`${id}.pdf`] = await textPdf(Array.from({ length: pagesEach }, () => madeUpLines(random, 30)));
    }
    await storeFiles(store, folder, contents);
  }
}
