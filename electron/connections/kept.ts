import { z } from 'zod';
import { ofEachField } from '../../shared/model/connection-fields.ts';
import { type Office, offices } from '../../shared/model/office.ts';
import type { Preferences } from '../host.ts';

const keptConnection = z.object({
  id: z.string().min(1),
  ...ofEachField(
    () => z.string().min(1),
    () => z.string().catch(''),
  ),
});

/**
 * A key, told apart by the account under which it stands in the keychain. It opens every connection of `connectionIds`; with none left it
 * is waiting to be removed from a keychain that could not be reached.
 */
const keptKey = z.object({
  account: z.string().min(1),
  /** When it was typed, UTC ISO 8601. */
  since: z.string(),
  connectionIds: z.array(z.string()),
});

export type KeptConnection = z.infer<typeof keptConnection>;
export type KeptKey = z.infer<typeof keptKey>;

/** What is kept of connections, without any key. */
export interface KeptConnections {
  connections: readonly KeptConnection[];
  keys: readonly KeptKey[];
  /** Whether the practice agency was chosen, and is offered again. */
  usesPractice: boolean;
  /** As whom it is tried. */
  practisesAs: Office;
}

/** What is kept; an entry that is damaged is left out, the others stay. */
export function readKept(preferences: Preferences): KeptConnections {
  return keptIn(preferences.get('connections'));
}

/** Changes what is kept, on what any other process left of it. */
export function changeKept(
  preferences: Preferences,
  change: (kept: KeptConnections) => Partial<KeptConnections>,
): void {
  preferences.change('connections', (value) => {
    const kept = keptIn(value);
    return { ...kept, ...change(kept) };
  });
}

function keptIn(value: unknown): KeptConnections {
  const shape = z.object({
    connections: z.array(z.unknown()).catch([]),
    keys: z.array(z.unknown()).catch([]),
    usesPractice: z.boolean().catch(false),
    practisesAs: z.enum(offices).catch('agency'),
  });
  const { connections, keys, ...practice } = shape
    .catch({ connections: [], keys: [], usesPractice: false, practisesAs: 'agency' })
    .parse(value);
  return { connections: good(keptConnection, connections), keys: good(keptKey, keys), ...practice };
}

function good<Schema extends z.ZodType>(schema: Schema, values: readonly unknown[]): z.output<Schema>[] {
  return values.flatMap((value) => {
    const judged = schema.safeParse(value);
    return judged.success ? [judged.data] : [];
  });
}
