/** Command-line switches through which another program could look into the app or steer it. */
const revealing = [
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
];

/**
 * Switches that loosen what protects the app, put another proxy in the system's place, or write down what it
 * does. Chromium turns on and off by features what protects it, too. `ELECTRON_DISABLE_SANDBOX` comes as
 * `no-sandbox` (`ElectronMainDelegate::BasicStartupComplete`).
 */
const loosening = [
  'no-sandbox',
  'disable-gpu-sandbox',
  'disable-namespace-sandbox',
  'disable-seccomp-filter-sandbox',
  'disable-setuid-sandbox',
  'single-process',
  'gpu-launcher',
  'renderer-cmd-prefix',
  'utility-cmd-prefix',
  'disable-site-isolation-trials',
  'unsafely-treat-insecure-origin-as-secure',
  'proxy-server',
  'proxy-pac-url',
  'proxy-auto-detect',
  'proxy-bypass-list',
  'no-proxy-server',
  'log-file',
  'enable-logging',
  'disable-features',
  'enable-features',
  'enable-blink-features',
  'disable-blink-features',
  'force-fieldtrials',
];

/** Electron reads it as the switch `enable-logging`, before any script (`shell/common/logging.cc`). */
const variables = ['ELECTRON_ENABLE_LOGGING'];

/**
 * Keeps Chromium from writing down the keys of what it exchanges, which antivirus programs and companies ask
 * every program for. It reads the environment only when it makes its network service, after the entry
 * (`GetNetworkService`, `content/browser/network_service_instance_impl.cc`).
 */
export function forgetKeyLog(env: NodeJS.ProcessEnv): void {
  delete env['SSLKEYLOGFILE'];
}

/** What of `app.commandLine` is asked. */
export interface CommandLine {
  hasSwitch(name: string): boolean;
}

/** What this process was started with that the packaged app refuses to run with. */
export interface ForbiddenSwitches {
  /** Names of switches, and of variables of the environment, in capitals. */
  names: string[];
  /** Another program can look into the page, or steer it. */
  isRevealing: boolean;
}

/** Reads the command line as Chromium and Node read it, and the environment. */
export function forbiddenSwitches(
  commandLine: CommandLine,
  argv: readonly string[],
  env: NodeJS.ProcessEnv,
): ForbiddenSwitches {
  const isGiven = (name: string) =>
    commandLine.hasSwitch(name) ||
    argv.some((argument) => argument === `--${name}` || argument.startsWith(`--${name}=`));
  const shown = revealing.filter(isGiven);
  const names = [...shown, ...loosening.filter(isGiven), ...variables.filter((name) => env[name])];
  return { names, isRevealing: shown.length > 0 };
}
