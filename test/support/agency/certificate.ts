import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A certificate that signs itself, as a company's own root would. */
export interface Certificate {
  key: string;
  cert: string;
  /** Where `cert` is, for `NODE_EXTRA_CA_CERTS`. */
  path: string;
}

/** Why none can be made here; undefined where it can. */
export function whyNoCertificate(): string | undefined {
  return spawnSync('openssl', ['version']).status === 0 ? undefined : 'openssl is not installed';
}

/** Makes a certificate for these names in a folder. */
export function makeCertificate(folder: string, names: readonly string[]): Certificate {
  const [keyPath, path] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const made = spawnSync('openssl', [
    ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'],
    ...[
      '-subj',
      `/CN=${names[0]}`,
      '-addext',
      `subjectAltName=${names.map((name) => `DNS:${name}`).join(',')}`,
    ],
    ...['-keyout', keyPath, '-out', path],
  ]);
  if (made.status !== 0) throw new Error(`openssl: ${made.stderr}`);
  return { key: readFileSync(keyPath, 'utf8'), cert: readFileSync(path, 'utf8'), path };
}
