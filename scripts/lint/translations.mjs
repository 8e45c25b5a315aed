// @ts-check
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { root } from '../project.mjs';
import { say } from '../run.mjs';
import { isName } from './imports.mjs';
import { isNode, readSources, visitNodes } from './source-files.mjs';

/** @typedef {Map<string, string>} Words texts by `namespace:dotted.key` */

/** Against which every other language is measured. */
const first = 'es-CL';

/** The reasons in folder indexes, by error code: in Spanish for all readers, so in no other language. */
const ofIndex = 'indice';

/** Namespaces whose texts are looked up by an error's code. */
const byCode = ['errors', ofIndex];

/**
 * The languages that a checkout has words in: a folder each, the first one first.
 * @param {string} folder
 */
function languagesOf(folder) {
  const names = readdirSync(join(folder, 'shared/locales'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort();
  return [first, ...names.filter((name) => name !== first)];
}

/**
 * Spanish words that mean something else where cargo is handled, each with the one that is said instead. The
 * name of what keeps keys depends on the system (`keychain` of `shared/locales/es-CL/ui.json`).
 * @type {readonly (readonly [RegExp, string])[]}
 */
const unsaid = [
  [/\bentreg\w*/i, 'enviar, dar'],
  [/\blotes?\b/i, 'descarga'],
  [/\bpedid[oa]s?\b/i, 'solicitado, consultado'],
  [/\bpapel(es)?\b/i, 'documento'],
  [/\bmanifiestos?\b/i, 'índice'],
  [/\bexportar\b/i, 'guardar como'],
  [/(?<!sin )\bimportar\b/i, 'cargar'],
  [/\bpreguntad[oa]s?\b/i, 'consultado'],
  [/\bsin preguntar\b/i, 'sin consultar'],
  [/\bpreguntar (a la agencia|por)\b/i, 'consultar'],
  [/\btiene clave\b/i, 'tiene contraseña'],
  [/\bURL base\b/i, 'dirección del servicio'],
  [/\balmac[eé]n\b/i, 'almacenamiento'],
  [/\bse baj[aeoó]\w*/i, 'se descarga'],
  [/\bhash(es)?\b|\bhuellas?\b/i, 'índice'],
  [/\bproceso de este computador\b/i, 'ventana o tarea de Carpeta'],
  [/\bsin pedir\b/i, 'sin solicitar'],
  [/\b(pedir|pide|pidiendo)(los)? completos?\b/i, 'consultar completos'],
  [/\bretirad[oa]s?\b/i, 'eliminado'],
  [/\bsin aprender\b/i, 'sin historial'],
  [/\bpartes? sin respuesta\b/i, 'consulta sin respuesta'],
  [/\bteclas\b/i, 'atajos'],
  [/\bllaveros?\b/i, '{{keychain}}'],
];

/** i18next's endings for the forms of a number; each language has its own set (Intl.PluralRules). */
const pluralEnding = /_(zero|one|two|few|many|other)$/;

/**
 * What is wrong with the words of a checkout: keys that one language lacks, placeholders that differ, plural
 * forms that a language needs, keys that no source names, keys that a template makes and that are not there,
 * keys of pictures' tests that are gone, lists without a name, and Spanish words that mean something else to
 * customs people.
 * @param {string} folder
 * @returns {string[]}
 */
export function findWordProblems(folder) {
  const languages = languagesOf(folder);
  const wordsOf = new Map(
    languages.map((language) => [language, readWords(join(folder, 'shared/locales', language))]),
  );
  const words = /** @type {Words} */ (wordsOf.get(first));
  const others = [...wordsOf].filter(([language]) => language !== first);
  return [
    ...[...wordsOf].flatMap(([language, own]) => missingForms(language, own)),
    ...others.flatMap(([language, own]) => missingFrom(language, own, words)),
    ...others.flatMap(([language, own]) =>
      missingFrom(first, words, own).map((message) => `${message}, which ${language} has`),
    ),
    ...others.flatMap(([language, own]) => differingPlaceholders(language, own, words)),
    ...unusedKeys(folder, words),
    ...templatesWithoutKeys(folder, words),
    ...unknownInPictures(folder, words),
    ...unnamedLists(folder, words),
    ...unsaidWords(words),
  ];
}

/** @param {Words} words */
function unsaidWords(words) {
  return [...words].flatMap(([key, text]) =>
    unsaid.flatMap(([word, instead]) => {
      const said = key.startsWith('ui:keychain.') ? undefined : word.exec(text)?.[0];
      return said === undefined ? [] : [`${first} says "${said}" in ${key}; say: ${instead}`];
    }),
  );
}

/**
 * @param {string} folder
 * @returns {Words}
 */
function readWords(folder) {
  /** @type {Words} */
  const words = new Map();
  /** @param {string} key @param {unknown} value */
  const add = (key, value) => {
    if (typeof value === 'string') return void words.set(key, value);
    for (const [name, inner] of Object.entries(/** @type {object} */ (value))) {
      add(key.endsWith(':') ? key + name : `${key}.${name}`, inner);
    }
  };
  const files = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.json')) : [];
  for (const name of files) {
    add(`${name.replace('.json', '')}:`, JSON.parse(readFileSync(join(folder, name), 'utf8')));
  }
  return words;
}

/** @param {string} key */
const withoutForm = (key) => key.replace(pluralEnding, '');

/**
 * @param {string} language
 * @param {Words} words
 */
function missingForms(language, words) {
  const needed = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
  const plurals = new Set([...words.keys()].filter((key) => pluralEnding.test(key)).map(withoutForm));
  return [...plurals].flatMap((key) =>
    needed
      .filter((form) => !words.has(`${key}_${form}`))
      .map((form) => `${language} lacks the plural ${key}_${form}`),
  );
}

/**
 * @param {string} language
 * @param {Words} words
 * @param {Words} other
 */
function missingFrom(language, words, other) {
  const has = new Set([...words.keys()].map(withoutForm));
  return [...new Set([...other.keys()].map(withoutForm))]
    .filter((key) => !has.has(key) && !key.startsWith(`${ofIndex}:`))
    .map((key) => `${language} lacks ${key}`);
}

/**
 * @param {string} language
 * @param {Words} words
 * @param {Words} measure
 */
function differingPlaceholders(language, words, measure) {
  return [...words].flatMap(([key, text]) => {
    // A form that the other language has not is measured against the one that every language has.
    const measured = measure.get(key) ?? measure.get(`${withoutForm(key)}_other`);
    const differs = measured !== undefined && placeholders(text) !== placeholders(measured);
    // The form for one may spell the number out.
    return differs && !key.endsWith('_one') ? [`${key} has other placeholders in ${language}`] : [];
  });
}

/** @param {string} text */
function placeholders(text) {
  return [...new Set([...text.matchAll(/\{\{-?\s*(\w+)/g)].map(([, name]) => name))].sort().join(' ');
}

/** The namespace of a component that names none. */
const pageDefault = 'ui';

/**
 * Keys that no source names: not whole, not as a literal beside a file that speaks of their namespace, not by
 * the pattern of a template, and not as a property in a folder that imports the file of words as it stands.
 * @param {string} folder
 * @param {Words} words
 */
function unusedKeys(folder, words) {
  const { literals, speaking, patterns, properties } = readNames(folder);
  const keys = new Set([...words.keys()].map(withoutForm));
  return [...keys]
    .filter((whole) => {
      const [namespace = '', key = ''] = whole.split(':');
      if (
        byCode.includes(namespace) ||
        literals.has(whole) ||
        speaking(namespace).some((said) => said.has(key))
      )
        return false;
      if (patterns.some((pattern) => pattern.test(key) || pattern.test(whole))) return false;
      return !key.split('.').every((name) => properties.get(namespace)?.has(name));
    })
    .map((key) => `nothing uses ${key}`);
}

/** Functions that give the words of a key, beside those that a file names in `useTranslation`. */
const givers = ['t', 'say', 'find', 'exists'];

/**
 * Templates of keys of which there is none; and those with a cast, behind which the type checker does not see
 * that one is missing, as it does of all others (`TranslationKey`, `renderer/ui/i18n/i18next.d.ts`).
 * @param {string} folder
 * @param {Words} words
 */
function templatesWithoutKeys(folder, words) {
  const keys = [...new Set([...words.keys()].map(withoutForm))];
  return readSources(folder, ['electron', 'renderer', 'shared']).flatMap(({ path, program }) => {
    const named = new Set([...givers, ...namesOfTranslators(program)]);
    /** @type {Set<string>} */
    const problems = new Set();
    visitNodes(program, (node) => {
      const template = keyTemplate(node, named);
      const pattern = template && patternOf(template)[0];
      if (!pattern) return;
      const shape = fixedTexts(template).join('…');
      if (!keys.some((key) => pattern.test(key) || pattern.test(key.split(':')[1] ?? '')))
        problems.add(`${path} makes keys ${shape}, of which there is none`);
      visitNodes(template['expressions'], ({ type }) => {
        if (type === 'TSAsExpression')
          problems.add(`${path} makes keys ${shape} by a cast: no check sees which`);
      });
    });
    return [...problems];
  });
}

/**
 * What a file calls the functions that `useTranslation` gives: `const { t: results } =
 * useTranslation('results')`.
 * @param {import('./source-files.mjs').Node} program
 */
function namesOfTranslators(program) {
  /** @type {string[]} */
  const names = [];
  visitNodes(program, (node) => {
    const [pattern, made] = [node['id'], node['init']];
    if (node.type !== 'VariableDeclarator' || !isNode(made) || !isName(made['callee'], 'useTranslation'))
      return;
    if (!isNode(pattern) || pattern.type !== 'ObjectPattern') return;
    for (const property of /** @type {import('./source-files.mjs').Node[]} */ (pattern['properties'])) {
      const value = property['value'];
      if (isName(property['key'], 't') && isNode(value)) names.push(String(value['name']));
    }
  });
  return names;
}

/**
 * The template that a call of one of the functions has as its key.
 * @param {import('./source-files.mjs').Node} node
 * @param {ReadonlySet<string>} named
 */
function keyTemplate(node, named) {
  const callee = node['callee'];
  if (node.type !== 'CallExpression' || !isNode(callee)) return undefined;
  const name = callee.type === 'MemberExpression' ? callee['property'] : callee;
  const [key] = /** @type {unknown[]} */ (node['arguments']);
  const isGiver = isNode(name) && named.has(String(name['name']));
  return isGiver && isNode(key) && key.type === 'TemplateLiteral' ? key : undefined;
}

/**
 * Keys in the tests that take pictures which no language has: these tests look a text up by its whole key.
 * @param {string} folder
 * @param {Words} words
 */
function unknownInPictures(folder, words) {
  const namespaces = new Set([...words.keys()].map((key) => key.split(':')[0]));
  return readSources(folder, ['test/screenshots']).flatMap(({ path, program }) => {
    /** @type {Set<string>} */
    const unknown = new Set();
    visitNodes(program, (node) => {
      const value = node.type === 'Literal' ? node['value'] : undefined;
      if (typeof value !== 'string' || !/^[a-z-]+:[\w.-]+$/i.test(value) || words.has(value)) return;
      if (namespaces.has(value.split(':')[0] ?? '')) unknown.add(value);
    });
    return [...unknown].map((key) => `${path} looks for ${key}, which is no word`);
  });
}

/**
 * A list that is a screen of its own is a file of a feature, and is opened by the name that the sidebar has
 * for it: neither is without the other.
 * @param {string} folder
 * @param {Words} words
 */
function unnamedLists(folder, words) {
  const prefix = 'dossier:lists.';
  const named = new Set([...words.keys()].flatMap((key) => key.split(prefix)[1] ?? []));
  const files = readSources(folder, ['renderer']).flatMap(({ path }) => {
    const view = /^renderer\/features\/[^/]+\/([^/]+)\.list\.tsx$/.exec(path)?.[1];
    return view === undefined ? [] : [{ path, view }];
  });
  const lost = [...named].filter((name) => files.every(({ view }) => view !== name));
  return [
    ...lost.map((name) => `${prefix}${name} names a list that is no file ${name}.list.tsx of a feature`),
    ...files.filter(({ view }) => !named.has(view)).map(({ path }) => `${path} has no name in dossier:lists`),
  ];
}

/** @param {string} folder */
function readNames(folder) {
  /** @type {Set<string>} */
  const literals = new Set();
  /** @type {RegExp[]} */
  const patterns = [];
  const files = readSources(folder, ['electron', 'renderer', 'shared']).map((file) => {
    /** @type {Set<string>} */
    const named = new Set();
    /** @type {Set<string>} */
    const said = new Set();
    visitNodes(file.program, (node) => {
      if (node.type === 'Literal' && typeof node['value'] === 'string') {
        named.add(node['value']);
        said.add(node['value']);
        literals.add(node['value']);
      }
      if (node.type === 'Identifier') named.add(String(node['name']));
      if (node.type === 'TemplateLiteral') patterns.push(...patternOf(node));
    });
    const imported = [...file.text.matchAll(/locales\/[\w-]+\/([\w-]+)\.json/g)].map(
      ([, namespace = '']) => namespace,
    );
    // Main has all its namespaces in one object.
    const readsLocales = !/\/i18n\//.test(file.path) && /\b[Ll]ocales?\b.*i18n\/index\.ts/.test(file.text);
    const namespaces = readsLocales ? [...imported, ...named] : imported;
    return { folder: dirname(file.path), module: moduleOf(file.path), named, said, namespaces };
  });
  /** @type {Map<string, Set<string>>} */
  const properties = new Map();
  for (const { folder: importing, namespaces } of files) {
    const beside = files.filter((file) => file.folder === importing).flatMap(({ named }) => [...named]);
    for (const namespace of namespaces) {
      properties.set(namespace, new Set([...beside, ...(properties.get(namespace) ?? [])]));
    }
  }
  /** @param {string} namespace */
  const speaking = (namespace) => {
    const modules = new Set(
      files.filter((file) => file.namespaces.includes(namespace)).map(({ module }) => module),
    );
    const folders = new Set(
      files.filter(({ named }) => named.has(namespace)).map(({ folder: naming }) => naming),
    );
    return files
      .filter(
        ({ folder: own, module }) =>
          folders.has(own) ||
          modules.has(module) ||
          module.endsWith(`/${namespace}`) ||
          (namespace === pageDefault && module.startsWith('renderer')),
      )
      .map(({ said }) => said);
  };
  return { literals, speaking, patterns, properties };
}

/** A folder of main's, or of the page's: `electron/cli`. @param {string} path */
const moduleOf = (path) => path.split('/').slice(0, 2).join('/');

/**
 * @param {import('./source-files.mjs').Node} template
 * @returns {RegExp[]}
 */
function patternOf(template) {
  const texts = fixedTexts(template);
  const fixed = texts.join('');
  // A template without words of its own would match every key.
  if (!/^[\w.:-]{3,}$/.test(fixed)) return [];
  return [new RegExp(`^${texts.map((part) => part.replaceAll('.', '\\.')).join('.+')}$`)];
}

/** @param {import('./source-files.mjs').Node} template */
function fixedTexts(template) {
  return /** @type {{ value: { cooked: string } }[]} */ (template['quasis']).map(({ value }) => value.cooked);
}

/** @param {string} folder */
async function codesWithoutWords(folder) {
  const { errorCodes, ruleOf } = await import('../../shared/error-codes.ts');
  const missing = languagesOf(folder).flatMap((language) => {
    const words = readWords(join(folder, 'shared/locales', language));
    return errorCodes.flatMap((code) =>
      ['what', 'do']
        .filter((part) => !words.has(`errors:${code}.${part}`))
        .map((part) => `${language} lacks errors:${code}.${part}`),
    );
  });
  const words = readWords(join(folder, 'shared/locales', first));
  const inIndex = errorCodes.filter((code) => ruleOf(code).isInIndex).map((code) => `${ofIndex}:${code}`);
  return [
    ...missing,
    ...inIndex.filter((key) => !words.has(key)).map((key) => `${first} lacks ${key}`),
    ...[...words.keys()]
      .filter((key) => key.startsWith(`${ofIndex}:`) && !inIndex.includes(key))
      .map((key) => `nothing uses ${key}`),
  ];
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const problems = [...findWordProblems(root), ...(await codesWithoutWords(root))];
  for (const failure of problems) say(failure);
  say(
    problems.length === 0
      ? 'Every word is there, in every language, and used.'
      : `${problems.length} problems with words.`,
  );
  process.exitCode = problems.length === 0 ? 0 : 1;
}
