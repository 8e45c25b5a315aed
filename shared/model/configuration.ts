import { z } from 'zod';
import { clientSchema, connectionDraft } from './connection.ts';
import { savedSearchDraft } from './search.ts';
import { settingsSchema } from './settings.ts';

/** The format version of a configuration file; another number is another format. */
export const configurationVersion = 1;

/**
 * The content of a configuration file: what a colleague or a new computer needs to run the same queries. No
 * key and no link. Saved searches refer to connections by the ids in the file.
 */
export const configurationSchema = z.object({
  carpeta: z.literal('configuration'),
  version: z.literal(configurationVersion),
  connections: z.array(connectionDraft.extend({ id: z.string().min(1).max(200) })).max(200),
  clients: z.array(clientSchema).max(10_000),
  template: settingsSchema.shape.template.unwrap(),
  /** The clients' own orders of document types; absent in files of earlier versions. */
  documentOrders: settingsSchema.shape.documentOrders.unwrap().exactOptional(),
  savedSearches: z.array(savedSearchDraft).max(1_000),
});
export type Configuration = z.infer<typeof configurationSchema>;

/** What loading a configuration file added; existing entries are not counted. */
export interface ConfigurationLoaded {
  connections: number;
  clients: number;
  savedSearches: number;
  /** Connections that need their key before they can be queried. */
  withoutKey: number;
}
