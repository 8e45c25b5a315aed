/** Command-line switches through which another program could look into the app, steer it, or loosen what protects it. */
const forbidden = [
  'remote-debugging-port',
  'remote-debugging-pipe',
  'remote-debugging-address',
  'remote-allow-origins',
  'inspect',
  'inspect-brk',
  'inspect-port',
  'inspect-publish-uid',
  'js-flags',
  'load-extension',
  'disable-web-security',
  'allow-running-insecure-content',
  'ignore-certificate-errors',
  'ignore-certificate-errors-spki-list',
  'allow-insecure-localhost',
  'host-rules',
  'host-resolver-rules',
  'log-net-log',
  'ssl-key-log-file',
] as const;

/** What of `app.commandLine` is asked. */
export interface CommandLine {
  hasSwitch(name: string): boolean;
}

/** The forbidden switches that this process was started with; the packaged app refuses to run with any. */
export function forbiddenSwitches(commandLine: CommandLine, argv: readonly string[]): string[] {
  return forbidden.filter(
    (name) =>
      commandLine.hasSwitch(name) ||
      argv.some((argument) => argument === `--${name}` || argument.startsWith(`--${name}=`)),
  );
}
