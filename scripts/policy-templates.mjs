// @ts-check
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { settingsSchema } from '../shared/model/settings.ts';
import { policyLanguages, policyWords } from './policy-words.mjs';
import { root } from './project.mjs';

/** @typedef {keyof typeof policyWords} PolicyName */
/**
 * @typedef {{ type?: string, enum?: string[], minimum?: number, maximum?: number, maxLength?: number, default?: unknown }} Shape what a value may be; a list is a text of JSON on Windows
 */

/** The largest number that a policy of Windows holds (REG_DWORD). */
const maxDword = 2 ** 32 - 1;
/** A JSON list of agencies is longer than other texts. */
const maxListLength = 16_000;

/**
 * Every setting that an administrator can set, with the shape of its value: what the settings themselves are
 * judged by. The layout is the person's window, and none of an administrator's.
 * @returns {[PolicyName, Shape][]}
 */
export function policies() {
  const { properties = {} } = z.toJSONSchema(settingsSchema, { io: 'input', unrepresentable: 'any' });
  const names = Object.keys(properties).filter((name) => !['layout', 'documentOrders'].includes(name));
  const shapes = names.map((name) => [name, properties[name]]);
  // That every setting has words, and nothing else has, a test holds.
  return /** @type {[PolicyName, Shape][]} */ ([
    ...shapes,
    ['connections', { type: 'string', maxLength: maxListLength, default: [] }],
  ]);
}

/** @param {string} text */
function xml(text) {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

/** @param {readonly string[]} lines */
function document(lines) {
  return ['<?xml version="1.0" encoding="utf-8"?>', ...lines, ''].join('\r\n');
}

const namespace = 'xmlns="http://schemas.microsoft.com/GroupPolicy/2006/07/PolicyDefinitions"';

/** Group policies of Windows: what can be set, where it is written. */
export function admx() {
  return document([
    `<policyDefinitions ${namespace} revision="1.0" schemaVersion="1.0">`,
    '  <policyNamespaces><target prefix="carpeta" namespace="cl.carpeta.app"/></policyNamespaces>',
    '  <resources minRequiredRevision="1.0"/>',
    '  <supportedOn><definitions>',
    '    <definition name="windows10" displayName="$(string.windows10)"/>',
    '  </definitions></supportedOn>',
    '  <categories><category name="carpeta" displayName="$(string.carpeta)"/></categories>',
    '  <policies>',
    ...policies().flatMap(([name, shape]) => policy(name, shape)),
    '  </policies>',
    '</policyDefinitions>',
  ]);
}

/**
 * @param {string} name
 * @param {Shape} shape
 */
function policy(name, shape) {
  const isSwitch = shape.type === 'boolean';
  const words = `displayName="$(string.${name})" explainText="$(string.${name}_help)"`;
  const value = isSwitch ? ` valueName="${name}"` : ` presentation="$(presentation.${name})"`;
  return [
    `    <policy name="${name}" class="Both" ${words} key="SOFTWARE\\Policies\\Carpeta"${value}>`,
    '      <parentCategory ref="carpeta"/>',
    '      <supportedOn ref="windows10"/>',
    ...(isSwitch
      ? [
          '      <enabledValue><decimal value="1"/></enabledValue>',
          '      <disabledValue><decimal value="0"/></disabledValue>',
        ]
      : ['      <elements>', ...element(name, shape), '      </elements>']),
    '    </policy>',
  ];
}

/**
 * @param {string} name
 * @param {Shape} shape
 */
function element(name, { type, enum: choices, minimum, maximum, maxLength }) {
  const value = `id="${name}" valueName="${name}"`;
  if (choices)
    return [
      `        <enum ${value} required="true">`,
      ...choices.map((choice, at) => {
        const written = `<value><string>${xml(choice)}</string></value>`;
        return `          <item displayName="$(string.${name}_${at})">${written}</item>`;
      }),
      '        </enum>',
    ];
  if (type === 'integer') {
    const max = Math.min(maximum ?? maxDword, maxDword);
    return [`        <decimal ${value} minValue="${minimum ?? 0}" maxValue="${max}"/>`];
  }
  return [`        <text ${value} maxLength="${maxLength ?? 1023}"/>`];
}

/**
 * The words of the group policies in one language.
 * @param {number} at the place of the language in {@link policyLanguages}
 */
export function adml(at) {
  const strings = policies().flatMap(([name, { enum: choices = [] }]) => [
    [name, policyWords[name][at]?.title ?? ''],
    [`${name}_help`, policyWords[name][at]?.help ?? ''],
    ...choices.map((choice, index) => [`${name}_${index}`, choice]),
  ]);
  const own = [
    ['carpeta', 'Carpeta'],
    ['windows10', at === 0 ? 'Windows 10 o posterior' : 'Windows 10 and later'],
  ];
  return document([
    `<policyDefinitionResources ${namespace} revision="1.0" schemaVersion="1.0">`,
    '  <displayName>Carpeta</displayName>',
    '  <description>Carpeta</description>',
    '  <resources>',
    '    <stringTable>',
    ...[...own, ...strings].map(([id = '', text = '']) => `      <string id="${id}">${xml(text)}</string>`),
    '    </stringTable>',
    '    <presentationTable>',
    ...policies().flatMap(([name, shape]) => presentation(name, shape, policyWords[name][at]?.title ?? '')),
    '    </presentationTable>',
    '  </resources>',
    '</policyDefinitionResources>',
  ]);
}

/**
 * @param {string} name
 * @param {Shape} shape
 * @param {string} label
 */
function presentation(name, { type, enum: choices, default: initial }, label) {
  if (type === 'boolean') return [];
  const field = choices
    ? `<dropdownList refId="${name}" noSort="true" defaultItem="${choices.indexOf(String(initial))}">${xml(label)}</dropdownList>`
    : type === 'integer'
      ? `<decimalTextBox refId="${name}" defaultValue="${initial}">${xml(label)}</decimalTextBox>`
      : `<textBox refId="${name}"><label>${xml(label)}</label><defaultValue>${xml(Array.isArray(initial) ? JSON.stringify(initial) : String(initial ?? ''))}</defaultValue></textBox>`;
  return [`      <presentation id="${name}">${field}</presentation>`];
}

/** A profile for Macs with every setting at its default: what is not to be set is taken out of it. */
export function mobileconfig() {
  const values = policies().flatMap(([name, { default: value }]) => [
    `      <!-- ${policyWords[name][1]?.title} -->`,
    `      <key>${name}</key>`,
    `      ${plistValue(value)}`,
  ]);
  return document([
    '<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">',
    '<plist version="1.0">',
    '<dict>',
    ...payload('Configuration', 'cl.carpeta.profile', '4C3F1C60-7A5B-4A53-9F0E-0E3A6F2B7D11').map(indented),
    '  <key>PayloadScope</key>',
    '  <string>System</string>',
    '  <key>PayloadContent</key>',
    '  <array>',
    '    <dict>',
    ...payload('cl.carpeta.app', 'cl.carpeta.profile.app', 'A8D0B5B2-3E0C-4D4F-8B55-6D1C2E9F7A42').map(
      (line) => `      ${line}`,
    ),
    ...values,
    '    </dict>',
    '  </array>',
    '</dict>',
    '</plist>',
  ]).replaceAll('\r\n', '\n');
}

/**
 * @param {string} type
 * @param {string} identifier
 * @param {string} uuid
 */
function payload(type, identifier, uuid) {
  const texts = {
    PayloadType: type,
    PayloadIdentifier: identifier,
    PayloadUUID: uuid,
    PayloadDisplayName: 'Carpeta',
  };
  return [
    ...Object.entries(texts).flatMap(([key, text]) => [`<key>${key}</key>`, `<string>${text}</string>`]),
    ...['<key>PayloadVersion</key>', '<integer>1</integer>'],
  ];
}

/** @param {string} line */
function indented(line) {
  return `  ${line}`;
}

/** @param {unknown} value */
function plistValue(value) {
  if (Array.isArray(value)) return '<array/>';
  if (typeof value === 'boolean') return `<${value}/>`;
  return typeof value === 'number' ? `<integer>${value}</integer>` : `<string>${xml(String(value))}</string>`;
}

/** Writes the templates into `dist/policies`, which the package takes along. */
export function writePolicyTemplates() {
  const folder = join(root, 'dist/policies');
  rmSync(folder, { recursive: true, force: true });
  /** @type {[string, string][]} */
  const files = [
    ['Carpeta.admx', admx()],
    ...policyLanguages.map(
      (language, at) => /** @type {[string, string]} */ ([`${language}/Carpeta.adml`, adml(at)]),
    ),
    ['Carpeta.mobileconfig', mobileconfig()],
  ];
  for (const [name, text] of files) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writePolicyTemplates();
