import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findWordProblems } from '../../scripts/lint/translations.mjs';

describe('check of the words', () => {
  it('names, of each language there is, keys that are missing, short of a plural or have other placeholders, unused ones, those of templates that make none or whose values a cast hides, those that tests of pictures look for and that are gone, lists without a name, names without a list, and words that mean something else to customs people', () => {
    expect(findWordProblems(join(import.meta.dirname, 'fixtures/words'))).toEqual([
      'es-CL lacks the plural ui:few_many',
      'en lacks ui:onlySpanish',
      'pt-BR lacks host:prompt.accept',
      'pt-BR lacks host:prompt.lost',
      'es-CL lacks ui:onlyEnglish, which en has',
      'es-CL lacks ui:onlyEnglish, which pt-BR has',
      'ui:hello has other placeholders in en',
      'ui:count_other has other placeholders in pt-BR',
      'ui:few_many has other placeholders in pt-BR',
      'nothing uses host:prompt.lost',
      'nothing uses ui:unused',
      'nothing uses ui:ofOthers',
      'renderer/made.tsx makes keys gone.…, of which there is none',
      'renderer/made.tsx makes keys lost.….what, of which there is none',
      'renderer/made.tsx makes keys command.… by a cast: no check sees which',
      'test/screenshots/screens.ts looks for ui:removed, which is no word',
      'test/screenshots/screens.ts looks for ui:count, which is no word',
      'dossier:lists.gone names a list that is no file gone.list.tsx of a feature',
      'renderer/features/folders/unnamed.list.tsx has no name in dossier:lists',
      'es-CL says "Entregas" in ui:unsaid; say: enviar, dar',
      'es-CL says "lotes" in ui:unsaid; say: descarga',
      'es-CL says "pedidos" in ui:unsaid; say: solicitado, consultado',
      'es-CL says "papel" in ui:unsaid; say: documento',
      'es-CL says "manifiesto" in ui:unsaid; say: índice',
      'es-CL says "exportar" in ui:unsaid; say: guardar como',
      'es-CL says "importar" in ui:unsaid; say: cargar',
      'es-CL says "preguntados" in ui:unsaid; say: consultado',
      'es-CL says "sin preguntar" in ui:unsaid; say: sin consultar',
      'es-CL says "preguntar por" in ui:unsaid; say: consultar',
      'es-CL says "tiene clave" in ui:unsaid; say: tiene contraseña',
      'es-CL says "URL base" in ui:unsaid; say: dirección del servicio',
      'es-CL says "almacén" in ui:unsaid; say: almacenamiento',
      'es-CL says "se bajó" in ui:unsaid; say: se descarga',
      'es-CL says "hashes" in ui:unsaid; say: índice',
      'es-CL says "proceso de este computador" in ui:unsaid; say: ventana o tarea de Carpeta',
      'es-CL says "retirado" in ui:unsaid; say: eliminado',
      'es-CL says "sin aprender" in ui:unsaid; say: sin historial',
      'es-CL says "partes sin respuesta" in ui:unsaid; say: consulta sin respuesta',
      'es-CL says "teclas" in ui:unsaid; say: atajos',
      'es-CL says "llavero" in ui:unsaid; say: {{keychain}}',
    ]);
  });
});
