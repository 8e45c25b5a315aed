import { createHash } from 'node:crypto';
import { z } from 'zod';
import { AppError } from '../../shared/errors.ts';
import { connectionDraft } from '../../shared/model/connection.ts';
import { fieldsOf } from '../../shared/model/connection-fields.ts';
import { baseUrlOfAgency } from '../lib/base-url.ts';
import type { StoredConnection } from './stored-connections.ts';

/**
 * The name, trimmed; throws `CONNECTION_NAME_INVALID`, or `CONNECTION_NAME_TAKEN` when another has it, case
 * ignored.
 */
export function freeName(text: string, others: readonly StoredConnection[]): string {
  const name = text.trim();
  if (name === '' || /\p{Cc}/u.test(name)) {
    throw new AppError('CONNECTION_NAME_INVALID', 'a connection needs a name');
  }
  const isTaken = others.some((other) => other.name.toLocaleLowerCase() === name.toLocaleLowerCase());
  if (isTaken) {
    throw new AppError('CONNECTION_NAME_TAKEN', `there is a connection ${name}`, { values: { name } });
  }
  return name;
}

/** An agency id that is safe in a path: `.` and `..` would change it. Throws `AGENCY_ID_INVALID`. */
function agencyId(text: string): string {
  const agency = text.trim();
  if (agency === '' || agency === '.' || agency === '..' || /\p{Cc}/u.test(agency)) {
    throw new AppError('AGENCY_ID_INVALID', 'an agency id is needed', { values: { agency } });
  }
  return agency;
}

/**
 * The same with a normalised agency id and URLs. Throws `AGENCY_ID_INVALID`, or as `baseUrlOfAgency` does.
 */
export function normalizeTarget<Target extends { baseUrl: string; agency: string; movedFrom?: string }>(
  typed: Target,
): Target {
  const agency = agencyId(typed.agency);
  return {
    ...typed,
    agency,
    baseUrl: baseUrlOfAgency(typed.baseUrl, agency),
    ...(typed.movedFrom && { movedFrom: baseUrlOfAgency(typed.movedFrom, agency) }),
  };
}

/** The key a person typed or pasted, without surrounding spaces and line ends. */
export function cleanKey(text: string): string {
  const key = text.trim();
  if (key === '') throw new AppError('KEY_MISSING', 'no key was given');
  return key;
}

/**
 * The agencies an administrator has set. Invalid ones are left out, and so is a value that is no list:
 * `onUnusable` is called for each.
 */
export function managedConnections(value: unknown, onUnusable: () => void): readonly StoredConnection[] {
  const list = value === undefined ? [] : z.array(z.unknown()).catch([value]).parse(value);
  return list.flatMap((one) => {
    const draft = connectionDraft.safeParse(one);
    if (!draft.success) {
      onUnusable();
      return [];
    }
    try {
      const fields = fieldsOf(normalizeTarget(draft.data));
      // The same agency keeps its id, and so its key, whatever its position in the list.
      const digest = createHash('sha256').update(`${fields.baseUrl}\n${fields.agency}`).digest('hex');
      return [{ id: `managed-${digest.slice(0, 16)}`, ...fields }];
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      onUnusable();
      return [];
    }
  });
}
