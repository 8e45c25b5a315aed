import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import type { TranslationKey } from '../i18n/index.ts';
import { hasCode } from '../lib/retry-while-locked.ts';

/**
 * A command was typed wrong; `key` and `blanks` translate the reason. Never contains an argument's value: it
 * may be a key.
 */
export class UsageError extends Error {
  override readonly name = 'UsageError';
  readonly key: TranslationKey;
  readonly blanks: Readonly<Record<string, string | number>>;

  constructor(key: TranslationKey, blanks: Readonly<Record<string, string | number>> = {}) {
    super(key);
    this.key = key;
    this.blanks = blanks;
  }
}

/** Options that every command accepts. */
const commonOptions = {
  json: { type: 'boolean' },
  lang: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const satisfies ParseArgsOptionsConfig;

/** Options that select the agency. */
export const agencyOptions = {
  'base-url': { type: 'string' },
  agency: { type: 'string' },
  connection: { type: 'string' },
  practice: { type: 'boolean' },
} as const satisfies ParseArgsOptionsConfig;

/**
 * Parses a command's arguments: exactly these options, and at most `maxPositionals` other words. Throws
 * `UsageError`.
 */
export function readArguments<Options extends ParseArgsOptionsConfig>(
  args: readonly string[],
  options: Options,
  maxPositionals = 0,
) {
  const parsed = parse(args, { ...options, ...commonOptions });
  if (parsed.positionals.length > maxPositionals) throw new UsageError('usage.tooMany');
  return parsed;
}

function parse<Options extends ParseArgsOptionsConfig>(args: readonly string[], options: Options) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true, strict: true });
  } catch (error) {
    const option = optionNamed(error);
    if (hasCode(error, 'ERR_PARSE_ARGS_UNKNOWN_OPTION'))
      throw new UsageError('usage.unknownOption', { option });
    if (hasCode(error, 'ERR_PARSE_ARGS_INVALID_OPTION_VALUE'))
      throw new UsageError('usage.optionValue', { option });
    throw error;
  }
}

// Node's message quotes the option's name in single quotes; an argument may follow it.
function optionNamed(error: unknown): string {
  const message = error instanceof Error ? error.message : '';
  return /'(?:-\w, )?(--?[\w-]+)/.exec(message)?.[1] ?? '';
}

/** The value of a required option. An empty one counts as missing: a script's variable was not set. */
export function needed(value: string | undefined, option: string): string {
  if (!value) throw new UsageError('usage.missing', { option });
  return value;
}

/** A whole number between two bounds, both included. */
export function wholeNumber(
  text: string | undefined,
  option: string,
  { from, to }: { from: number; to: number },
): number | undefined {
  if (text === undefined) return undefined;
  const number = Number(text);
  if (!/^\d+$/.test(text) || number < from || number > to) {
    throw new UsageError('usage.number', { option, from, to });
  }
  return number;
}

/** A percentage, possibly with decimals. */
export function percentage(text: string | undefined, option: string): number | undefined {
  if (text === undefined) return undefined;
  const number = Number(text);
  if (!/^\d+(\.\d+)?$/.test(text) || number > 100) throw new UsageError('usage.percentage', { option });
  return number;
}
