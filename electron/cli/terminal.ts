import { on } from 'node:events';
import type { ErrorData } from '../../shared/errors.ts';
import { growingKeyRedactor } from '../../shared/key-redactor.ts';
import { redactor } from '../../shared/redact.ts';
import {
  type Blanks,
  createTranslator,
  type Language,
  type TranslationKey,
  type Translator,
} from '../i18n/index.ts';
import { createTerminalHost, type TerminalHost } from '../platform/terminal/index.ts';
import type { ExitCode } from './exit-code.ts';
import { terminalLine, terminalLines, terminalTranslator } from './terminal-text.ts';

/** The terminal of a command. */
export interface Terminal {
  /** Arguments after the command's name. */
  arguments: readonly string[];
  env: Readonly<Record<string, string | undefined>>;
  translator: Translator;
  /** Whether lists are JSON lines for programs instead of tables for people. */
  isJson: boolean;
  /** Whether stderr is a terminal, so that a line may be redrawn. */
  isWatched: boolean;
  /** Characters per line of stdout; infinite where it is not a terminal. */
  width: number;
  /** Creates a host, a new one for each app. */
  startHost(): TerminalHost;
  /** Aborts when the person stops the command. */
  signal: AbortSignal;
  /** One JSON object on stdout, with `--json` alone; undefined facts are left out. */
  emit(event: string, facts?: Readonly<Record<string, unknown>>): void;
  /** A line for people on stdout, without `--json` alone. */
  print(text: string): void;
  /** Text on stdout as it is: help, and the first line of the practice agency. */
  printAsIs(text: string): void;
  /** A sentence for people, on stderr. */
  say(key: TranslationKey, blanks?: Blanks): void;
  /** A sentence for people that is translated already, on stderr. */
  note(text: string): void;
  /** An error, by its code: what happened, what to do, and details for support. */
  complain(error: ErrorData): void;
  /** Redraws the last line of stderr; `''` clears it. */
  redraw(line: string): void;
  stdin: NodeJS.ReadableStream;
  /** Reads a secret from stdin: its first line, typed without echo on a keyboard. */
  readSecret(promptKey: TranslationKey): Promise<string>;
  /** Adds a key in use: it is never printed. */
  hide(secret: string): void;
  /** Adds a redaction of all output, once another part of the app holds keys: it also removes links. */
  redactWith(redaction: (text: string) => string): void;
}

/** One command of the terminal. Throws `UsageError` or `AppError`. */
export type Command = (terminal: Terminal) => Promise<ExitCode>;

/** The streams of a process, as far as a terminal uses them. */
export interface Streams {
  env: Readonly<Record<string, string | undefined>>;
  stdin: NodeJS.ReadableStream & { isTTY?: boolean; setRawMode?(mode: boolean): unknown };
  stdout: NodeJS.WritableStream & { columns?: number };
  stderr: NodeJS.WritableStream & { isTTY?: boolean; columns?: number };
  signal: AbortSignal;
  /** The program's name in help texts; it takes a command after `--`. Default: `carpeta`. */
  program?: string;
  /** Creates the app's host. Default: the terminal's own. */
  startHost?: () => TerminalHost;
}

/**
 * The terminal over these streams. All output passes through the redaction, and then through a filter of
 * control characters (docs/security.md, What goes out).
 */
export function createTerminal(
  { env, stdin, stdout, stderr, signal, startHost = () => createTerminalHost(env) }: Streams,
  options: { arguments: readonly string[]; language: Language; isJson: boolean },
): Terminal {
  const translator = terminalTranslator(createTranslator(options.language));
  const secrets = new Set<string>();
  const redactKeys = growingKeyRedactor(secrets);
  let redaction = redactor([]);
  const safe = (text: string) => redaction(redactKeys(text));
  let drawn = false;

  function clear(): void {
    if (drawn) stderr.write('\r\u001b[K');
    drawn = false;
  }
  function line(text: string): void {
    clear();
    stderr.write(`${terminalLines(safe(text))}\n`);
  }

  const terminal: Terminal = {
    arguments: options.arguments,
    env,
    stdin,
    translator,
    isJson: options.isJson,
    startHost,
    isWatched: stderr.isTTY === true,
    width: stdout.columns || Number.POSITIVE_INFINITY,
    signal,
    hide: (secret) => void secrets.add(secret),
    redactWith: (other) => {
      redaction = other;
    },
    emit: (event, facts = {}) => {
      if (options.isJson) stdout.write(`${terminalLine(safe(JSON.stringify({ event, ...facts })))}\n`);
    },
    print: (text) => {
      if (options.isJson) return;
      clear();
      stdout.write(`${terminalLine(safe(text))}\n`);
    },
    printAsIs: (text) => void stdout.write(`${terminalLines(text)}\n`),
    say: (key, blanks) => line(translator.t(key, blanks)),
    note: line,
    complain: (error) => {
      const { what, todo: ofWindow } = translator.ofError(error);
      const todo = translator.find(`todo.${error.code}`) ?? ofWindow;
      line([what, todo].filter((part) => part !== '').join(' '));
      const facts = [error.code, ...factsOf(error)];
      line(`  (${terminalLine(facts.join(', '))})`);
    },
    redraw: (text) => {
      if (!terminal.isWatched) return;
      clear();
      if (text === '') return;
      // Read each time: the window may have been resized, and a terminal without a size reports 0.
      stderr.write(terminalLine(safe(text)).slice(0, (stderr.columns || 80) - 1));
      drawn = true;
    },
    readSecret: async (promptKey) => {
      // Before the prompt, so that input typed at once is not echoed either.
      stdin.setRawMode?.(true);
      try {
        if (stdin.isTTY) stderr.write(`${translator.t(promptKey)} `);
        const secret = await firstLine(stdin, signal);
        if (secret !== '') secrets.add(secret);
        return secret;
      } finally {
        stdin.setRawMode?.(false);
        if (stdin.isTTY) stderr.write('\n');
      }
    },
  };
  return terminal;
}

// Details of an error without any quoted input: support needs them, a reader may skip them.
function factsOf({ status, requestId, values = {} }: ErrorData): string[] {
  const named = Object.entries(values).filter(([name]) => name !== 'code');
  return [
    ...(status === undefined ? [] : [`HTTP ${status}`]),
    ...(requestId === undefined ? [] : [`requestId ${requestId}`]),
    ...named.flatMap(([name, value]) => (value === '' ? [] : [`${name}: ${value}`])),
  ];
}

// In raw mode the reader handles these keys itself.
const keys = { stop: '\u0003', end: '\u0004', eraseAll: '\u0015', erase: ['\u007f', '\b'] };

/**
 * Reads up to the first line end or the end of the stream. Rejects with an `AbortError` when the person stops
 * it.
 */
async function firstLine(stdin: Streams['stdin'], signal: AbortSignal): Promise<string> {
  let text = '';
  stdin.setEncoding('utf8');
  try {
    for await (const [chunk] of on(stdin, 'data', { signal, close: ['end'] })) {
      for (const character of String(chunk)) {
        if (character === keys.stop) throw new DOMException('cancelled', 'AbortError');
        if (character === '\r' || character === '\n' || character === keys.end) return text.trim();
        if (character === keys.eraseAll) text = '';
        else text = keys.erase.includes(character) ? text.slice(0, -1) : text + character;
      }
    }
    return text.trim();
  } finally {
    stdin.pause();
  }
}
