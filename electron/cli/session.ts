import { toErrorData } from '../../shared/errors.ts';
import type { Connection } from '../../shared/model/connection.ts';
import { type App, type AppOptions, createApp } from '../app.ts';
import { practiceId } from '../connections/index.ts';
import { exitCode, exitCodeOf } from './exit-code.ts';
import type { Terminal } from './terminal.ts';
import { needed, UsageError } from './usage.ts';

/** Which agency a command was told to ask. */
export interface AgencyChoice {
  'base-url'?: string | undefined;
  agency?: string | undefined;
  connection?: string | undefined;
  practice?: boolean | undefined;
}

/** Runs a command over the app, which is let go of afterwards whatever happened. */
export async function withApp<T>(
  terminal: Terminal,
  work: (app: App) => Promise<T>,
  options: AppOptions = {},
): Promise<T> {
  const host = terminal.startHost();
  try {
    const app = await createApp(host, { takesOver: false, ...options });
    try {
      terminal.redactWith(app.redact);
      // Asking again takes a quarter of a minute, in which nothing else would be said.
      app.on('network.changed', ({ online }) => {
        terminal.redraw(online ? '' : terminal.translator.t('noAnswerYet'));
      });
      for (const path of (await app.handlers['app.info'](undefined)).setAside)
        terminal.say('setAside', { path });
      return await work(app);
    } catch (error) {
      recordError(app, error);
      throw error;
    } finally {
      await app.close();
    }
  } finally {
    host.close();
  }
}

/**
 * What a person gave wrong is told at once, and takes no earlier error's place: a report that could not be
 * saved is still there.
 */
function recordError(app: App, error: unknown): void {
  const errorData = toErrorData(error);
  const isTheirs = error instanceof UsageError || exitCodeOf(errorData) === exitCode.wrongUsage;
  if (errorData.code !== 'CANCELLED' && !isTheirs) app.lastError.save(errorData);
}

/** Runs a command over the app and the agency that was chosen. Throws `UsageError` unless exactly one was. */
export async function withAgency<T>(
  terminal: Terminal,
  choice: AgencyChoice,
  work: (app: App, connection: Connection) => Promise<T>,
  options: AppOptions = {},
): Promise<T> {
  const choices = [choice['base-url'] ?? choice.agency, choice.connection, choice.practice || undefined];
  if (choices.filter((one) => one !== undefined).length !== 1) throw new UsageError('usage.whichAgency');
  const isEphemeral = choice.connection === undefined && !choice.practice;
  if (isEphemeral && !terminal.env['CARPETA_API_KEY']?.trim()) throw new UsageError('usage.noKey');
  return withApp(terminal, async (app) => work(app, await connectionOf(terminal, choice, app)), options);
}

async function connectionOf(terminal: Terminal, choice: AgencyChoice, app: App): Promise<Connection> {
  // Found, not chosen: a command does not change what the app offers.
  if (choice.practice) return app.connections.find(practiceId);
  if (choice.connection !== undefined) return app.connections.named(choice.connection);
  const key = terminal.env['CARPETA_API_KEY'] ?? '';
  terminal.hide(key.trim());
  return app.connections.addEphemeral({
    baseUrl: needed(choice['base-url'], '--base-url'),
    agency: needed(choice.agency, '--agency'),
    key,
  });
}
