import { toErrorData } from '../../shared/errors.ts';
import type { Connection } from '../../shared/model/connection.ts';
import { type App, type AppOptions, createApp } from '../app.ts';
import { practiceId } from '../connections/index.ts';
import { exitCode, exitCodeOf } from './exit-code.ts';
import { needed, UsageError } from './read-arguments.ts';
import type { Terminal } from './terminal.ts';

/** The options that select an agency. */
export interface AgencyChoice {
  'base-url'?: string | undefined;
  agency?: string | undefined;
  connection?: string | undefined;
  practice?: boolean | undefined;
}

/** Runs a command over the app, which is closed afterwards in every case. */
export async function withApp<T>(
  terminal: Terminal,
  work: (app: App) => Promise<T>,
  options: AppOptions = {},
): Promise<T> {
  const host = terminal.startHost();
  try {
    const onSlowOpening = () => terminal.say('preparing');
    const app = await createApp(host, { takesOver: false, onSlowOpening, ...options });
    try {
      terminal.redactWith(app.redact);
      // The retries take a quarter of a minute, without any other output.
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

/** An input error is shown at once, and does not replace an earlier error: its report can still be saved. */
function recordError(app: App, error: unknown): void {
  const errorData = toErrorData(error);
  const isTheirs = error instanceof UsageError || exitCodeOf(errorData) === exitCode.wrongUsage;
  if (errorData.code !== 'CANCELLED' && !isTheirs) app.lastError.save(errorData);
}

/**
 * Runs a command over the app and the selected agency. Throws `UsageError` unless exactly one was selected.
 */
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
  // `find`, not `practice()`: a command does not change the connections that the app offers.
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
