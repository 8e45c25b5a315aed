import type { ErrorData } from './errors.ts';
import { redact } from './redact.ts';

/** The reporting program: its version and its system (`win32 x64, Windows 11`). */
interface ReportingApp {
  version: string;
  system: string;
}

/**
 * An error as text for the operator of the service (api.md, Report contents). It has request id, UTC time,
 * method and path, agency, RUT, status, code, the full response, app and system. Unknown values are omitted;
 * no key and no link's query is included.
 */
export function errorReport(error: ErrorData, app: ReportingApp): string {
  const { exchange, values } = error;
  const facts: [name: string, value: string | number | undefined][] = [
    ['code', error.code],
    ['status', error.status ?? exchange?.status],
    ['requestId', error.requestId ?? exchange?.requestId],
    ['time (UTC)', exchange?.at],
    ['request', exchange && `${exchange.method} ${exchange.path}`],
    ['idAgencia', exchange?.agency],
    ['rut', exchange?.rut],
    ['attempts', exchange?.attempts],
    ['message', error.message],
    ...Object.entries(values ?? {}),
    ['app', `Carpeta ${app.version}`],
    ['system', app.system],
  ];
  const lines = facts.flatMap(([name, value]) =>
    value === undefined || value === '' ? [] : [`${name}: ${String(value).replace(/\s+/g, ' ')}`],
  );
  const response = exchange?.response;
  return redact(`${[...lines, ...(response === undefined ? [] : ['response:', response])].join('\n')}\n`);
}
