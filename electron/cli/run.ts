import { toErrorData } from '../../shared/errors.ts';
import { asLanguage, type Language, languageNamed } from '../../shared/model/languages.ts';
import { batches } from './commands/batches.ts';
import { clients } from './commands/clients.ts';
import { connection } from './commands/connection.ts';
import { demo } from './commands/demo.ts';
import { disbursements } from './commands/disbursements.ts';
import { dispatches } from './commands/dispatches.ts';
import { download } from './commands/download.ts';
import { files } from './commands/files.ts';
import { find } from './commands/find.ts';
import { month } from './commands/month.ts';
import { practice } from './commands/practice.ts';
import { report } from './commands/report.ts';
import { status } from './commands/status.ts';
import { types } from './commands/types.ts';
import { verify } from './commands/verify.ts';
import { type ExitCode, exitCode, exitCodeOf } from './exit-code.ts';
import { UsageError } from './read-arguments.ts';
import { type Command, createTerminal, type Streams, type Terminal } from './terminal.ts';

const commands = {
  types,
  dispatches,
  files,
  status,
  disbursements,
  download,
  batches,
  verify,
  connection,
  clients,
  month,
  find,
  practice,
  report,
  demo,
} satisfies Readonly<Record<string, Command>>;

function isCommand(name: string): name is keyof typeof commands {
  return Object.hasOwn(commands, name);
}

/**
 * Runs one command to its end and returns the process's exit code. Never rejects for an input or a response.
 */
export async function runCli(argv: readonly string[], streams: Streams): Promise<ExitCode> {
  const [name = '', ...rest] = commandFirst(argv);
  const lang = optionValue('--lang', argv);
  const terminal = createTerminal(streams, {
    arguments: rest,
    language: languageOf(lang, streams.env),
    isJson: argv.includes('--json'),
  });
  const command: Command | undefined = isCommand(name) ? commands[name] : undefined;
  if (name === '' || rest.includes('--help') || rest.includes('-h')) {
    const isMistake = name === '' && !argv.some(isHelp);
    return help(terminal, isCommand(name) ? name : undefined, {
      isMistake,
      program: streams.program ?? 'carpeta',
    });
  }
  const code = await obey(terminal, command, lang).catch((error: unknown) => complain(terminal, name, error));
  if (code === exitCode.refused) terminal.say('reportHint');
  return code;
}

async function obey(
  terminal: Terminal,
  command: Command | undefined,
  lang: string | undefined,
): Promise<ExitCode> {
  if (!isLanguage(lang)) throw new UsageError('usage.language');
  // Not repeated: after an unknown option it may be a key.
  if (!command) throw new UsageError('usage.unknownCommand');
  return command(terminal);
}

function complain(terminal: Terminal, name: string, cause: unknown): ExitCode {
  terminal.redraw('');
  if (cause instanceof UsageError) {
    terminal.emit('error', { error: { code: 'USAGE', message: cause.key, values: cause.blanks } });
    terminal.say(cause.key, cause.blanks);
    terminal.say(isCommand(name) ? 'usage.helpOfCommand' : 'usage.help', { command: name });
    return exitCode.wrongUsage;
  }
  const error = toErrorData(cause);
  if (terminal.signal.aborted || error.code === 'CANCELLED') {
    terminal.emit('error', { error: { code: 'CANCELLED', message: 'cancelled' } });
    terminal.say('stopped');
    return exitCode.someFailed;
  }
  terminal.emit('error', { error });
  terminal.complain(error);
  if (error.code === 'UNEXPECTED') terminal.say('unexpected', { where: sourceLineOf(cause) });
  return exitCodeOf(error);
}

/** Where an error was thrown, without its message, which may quote anything. */
export function sourceLineOf(error: unknown): string {
  const frame = error instanceof Error ? /^ {4}at (.*)$/m.exec(error.stack ?? '')?.[1] : undefined;
  return frame ?? typeof error;
}

function help(
  terminal: Terminal,
  name: keyof typeof commands | undefined,
  { isMistake, program }: { isMistake: boolean; program: string },
): ExitCode {
  const { translator } = terminal;
  const text = name === undefined ? translator.t('help.all', { program }) : translator.t(`help.${name}`);
  if (isMistake) terminal.say('help.all', { program });
  else terminal.printAsIs(text);
  return isMistake ? exitCode.wrongUsage : exitCode.done;
}

function isHelp(argument: string): boolean {
  return argument === '--help' || argument === '-h' || argument === 'help';
}

/** The command may follow options that every command accepts. */
function commandFirst(argv: readonly string[]): string[] {
  const index = argv.findIndex((argument, at) => !argument.startsWith('-') && argv[at - 1] !== '--lang');
  if (index < 0) return ['', ...argv];
  const [command = '', ...rest] = [argv[index] ?? '', ...argv.slice(0, index), ...argv.slice(index + 1)];
  return command === 'help' ? [rest[0] ?? '', '--help'] : [command, ...rest];
}

function optionValue(option: string, argv: readonly string[]): string | undefined {
  const index = argv.findIndex((argument) => argument === option || argument.startsWith(`${option}=`));
  if (index < 0) return undefined;
  return argv[index]?.split('=')[1] ?? argv[index + 1];
}

/** Whether `--lang` is missing or names a language of Carpeta. */
function isLanguage(option: string | undefined): boolean {
  return option === undefined || languageNamed(option) !== undefined;
}

/** The language of the terminal: from `--lang`, else the system's where Carpeta has it, else Spanish. */
function languageOf(option: string | undefined, env: Readonly<Record<string, string | undefined>>): Language {
  const system = env['LC_ALL'] || env['LC_MESSAGES'] || env['LANG'] || '';
  return asLanguage(option ?? system);
}
