/** Command-line switches through which another program could inspect or control the app. */
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
 * Switches that weaken what protects the app, replace the system's proxy, or log what the app does.
 * Chromium's feature switches also turn protections off. `ELECTRON_DISABLE_SANDBOX` arrives as `no-sandbox`
 * (`ElectronMainDelegate::BasicStartupComplete`).
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
 * Keeps Chromium from writing TLS session keys, for which antivirus programs and companies set this variable
 * for all programs. Chromium reads the environment only when it creates its network service, after the entry
 * script (`GetNetworkService`, `content/browser/network_service_instance_impl.cc`).
 */
export function forgetKeyLog(env: NodeJS.ProcessEnv): void {
  delete env['SSLKEYLOGFILE'];
}

/** The part of `app.commandLine` in use. */
interface CommandLine {
  hasSwitch(name: string): boolean;
}

/** Switches and variables of this process that the packaged app refuses to run with. */
interface ForbiddenSwitches {
  /** Names of switches, and of environment variables, in capitals. */
  names: string[];
  /** Another program can inspect or control the page. */
  isRevealing: boolean;
}

/** Reads the command line as Chromium and Node read it, and the environment. */
export function forbiddenSwitches(
  commandLine: CommandLine,
  argv: readonly string[],
  env: NodeJS.ProcessEnv,
): ForbiddenSwitches {
  const isSet = (name: string) =>
    commandLine.hasSwitch(name) ||
    argv.some((argument) => argument === `--${name}` || argument.startsWith(`--${name}=`));
  const shown = revealing.filter(isSet);
  const names = [...shown, ...loosening.filter(isSet), ...variables.filter((name) => env[name])];
  return { names, isRevealing: shown.length > 0 };
}
