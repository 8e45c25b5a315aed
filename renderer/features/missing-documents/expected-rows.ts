import type { TFunction } from 'i18next';
import { compositeKey } from '../../../shared/composite-key.ts';
import { byWeight } from '../../../shared/dossier/expectation-rule.ts';
import { clientName } from '../../../shared/model/client-names.ts';
import type { Client } from '../../../shared/model/connection.ts';
import type { ExpectationGroup, GroupExpectations, TypeExpectation } from '../../../shared/model/dossier.ts';
import { formatRut } from '../../../shared/model/rut.ts';
import type { RowGroup } from '../../../shared/model/search.ts';

/** A type of a group: one row of the list of expected documents. */
export type ExpectedRow = TypeExpectation & { group: ExpectationGroup };

/** The key of a group. */
export function groupKeyOf({ connectionId, rut, tramite, via }: ExpectationGroup): string {
  return compositeKey(connectionId, rut, tramite, via);
}

/** The key of a line. */
export function expectedKey({ group, type }: ExpectedRow): string {
  return compositeKey(groupKeyOf(group), type);
}

/**
 * The rows of all groups, expected and common types first, with a heading per group; groups without types are
 * omitted.
 */
export function expectedRows(
  groups: readonly GroupExpectations[],
  clients: readonly Client[] | undefined,
  t: TFunction<'missing'>,
): { rows: ExpectedRow[]; groups: RowGroup[] } {
  const nonEmpty = groups.filter(({ types }) => types.length > 0);
  const labels = groupLabels(groups, clients, t);
  return {
    rows: nonEmpty.flatMap(({ group, types }) =>
      types.toSorted(byWeight).map((type) => ({ ...type, group })),
    ),
    groups: nonEmpty.map((one) => ({
      key: groupKeyOf(one.group),
      label: labels.get(groupKeyOf(one.group)) ?? '',
      rows: one.types.length,
    })),
  };
}

/**
 * The label of each group, by its key: the client, with its RUT if another has the same name. It also says if
 * the group is too small to learn from.
 */
export function groupLabels(
  groups: readonly GroupExpectations[],
  clients: readonly Client[] | undefined,
  t: TFunction<'missing'>,
): ReadonlyMap<string, string> {
  const names = new Map(groups.map(({ group: { rut } }) => [rut, clientName(rut, clients)]));
  const namesakes = Map.groupBy(names.values(), (name) => name);
  return new Map(
    groups.map(({ group, of, minimum }) => {
      const name = names.get(group.rut) ?? '';
      const rut = (namesakes.get(name)?.length ?? 0) > 1 && formatRut(group.rut);
      const few = of < minimum && t('learnsFrom', { minimum, count: of });
      // A narrow list truncates the end.
      return [groupKeyOf(group), [name, rut, few, group.tramite, group.via].filter(Boolean).join(' · ')];
    }),
  );
}

/** The selected rows by group, as decisions are stored. */
export function byGroup(rows: readonly ExpectedRow[]): { group: ExpectationGroup; types: string[] }[] {
  return [...Map.groupBy(rows, ({ group }) => groupKeyOf(group)).values()].flatMap((own) => {
    const [first] = own;
    return first ? [{ group: first.group, types: own.map(({ type }) => type) }] : [];
  });
}
