import { errorReport } from '../../../shared/error-report.ts';
import type { ErrorData } from '../../../shared/errors.ts';
import type { AppInfo } from '../../../shared/model/settings.ts';

/** The report of an error, for the operator of the service. */
export function reportOf(error: ErrorData, info: AppInfo | undefined): string {
  const versions = Object.entries(info?.versions ?? {}).map(([name, version]) => `${name} ${version}`);
  return errorReport(error, {
    version: info?.version ?? '',
    system: [info?.platform, info?.host, ...versions].filter((part) => part !== undefined).join(', '),
  });
}
