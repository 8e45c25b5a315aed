import { z } from 'zod';

/** What the documents of one client get; an absent rule is as in the settings. */
export const clientRulesSchema = z.object({
  /** The document types that are downloaded and delivered where a person chose no single documents. */
  types: z.array(z.string().trim().min(1).max(300)).min(1).max(500).exactOptional(),
  /** Where they are downloaded to; never in a configuration file. */
  folder: z.string().min(1).max(4000).exactOptional(),
  /** The template of their folders and names. */
  template: z.string().min(1).max(500).exactOptional(),
});
export type ClientRules = z.infer<typeof clientRulesSchema>;

/** The rules that a download may follow, by their names in {@link ClientRules}. */
export const ruleNames = ['types', 'folder', 'template'] as const;
export type RuleName = (typeof ruleNames)[number];

/** Everything that one client has of its own. */
export interface RulesOfClient extends ClientRules {
  /** Whom its documents are mailed to; `''` for nobody known. */
  email: string;
  /** The order of its document types; that of customs offices if absent. */
  order?: readonly string[];
}

/** The rules of a client, as they were when this function was made. */
export type RulesFor = (rut: string) => RulesOfClient;
