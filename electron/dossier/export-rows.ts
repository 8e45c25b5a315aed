import { byWeight } from '../../shared/dossier/expectation-rule.ts';
import type {
  ClosedDispatch,
  DocumentRequest,
  GroupExpectations,
  Matrix,
  MissingDocument,
} from '../../shared/model/dossier.ts';
import type {
  DocumentLink,
  Finding,
  FindingReason,
  ReconciledLine,
  SumGroup,
  SupportedPayment,
} from '../../shared/model/review.ts';
import { stateText } from '../../shared/model/state-text.ts';
import type { GridRow } from '../exports/index.ts';

/** Documents in one cell. */
function documentsText(documents: readonly DocumentLink[]): string {
  return documents
    .map(({ type, folio, number }) => [type, folio, `(${number})`].filter(Boolean).join(' '))
    .join('; ');
}

/**
 * One row for each type of each group, in the order of the screen: `rut`, `tramite`, `via`, `type`,
 * `isExpected`, `basis`, `seen`, `of`, `decidedAt`.
 */
export function expectationRows(groups: readonly GroupExpectations[]): GridRow[] {
  return groups.flatMap(({ group, types }) =>
    types.toSorted(byWeight).map((type) => ({
      ...group,
      type: type.type,
      isExpected: type.isExpected,
      basis: type.basis,
      seen: type.seen,
      of: type.of,
      decidedAt: type.basis === 'decided' ? type.decision.at : '',
    })),
  );
}

/**
 * `number`, `rut`, `reference`, `tramite`, `via`, `day`, `completeness`, `missing`, and the state of each
 * type.
 */
export function matrixRows({ rows, types }: Matrix): GridRow[] {
  return rows.map(({ cells, ...row }) => ({
    ...row,
    ...Object.fromEntries(
      types.map(({ type }, index) => [`type:${type}`, cells[index]?.state ?? 'not-expected']),
    ),
  }));
}

/**
 * `number`, `rut`, `reference`, `day`, `type`, `kind`, `responsible`, `seen`, `of`, `basis`, `askedOn`,
 * `askedOf`, `note`.
 */
export function missingRows(missingDocuments: readonly MissingDocument[]): GridRow[] {
  return missingDocuments.map(({ request, ...missingDocument }) => ({
    ...missingDocument,
    askedOn: request?.askedOn ?? '',
    askedOf: request?.askedOf ?? '',
    note: request?.note ?? '',
  }));
}

/** `number`, `rut`, `type`, `askedOn`, `askedOf`, `note`, `arrivedOn`. */
export function requestRows(requests: readonly DocumentRequest[]): GridRow[] {
  return requests.map(({ arrived, ...request }) => ({ ...request, arrivedOn: arrived?.on ?? '' }));
}

/**
 * `number`, `rut`, `reference`, `operation`, `until`, `basis`, `from`, `note`, `papers`, `filesHere`; `basis`
 * also says what is missing.
 */
export function folderRows(folders: readonly ClosedDispatch[]): GridRow[] {
  return folders.map(({ retention, ...folder }) => ({
    ...folder,
    ...(retention.kind === 'known'
      ? { until: retention.until, basis: retention.basis, from: retention.from ?? '', note: retention.note }
      : { until: '', basis: `missing-${retention.missingFact}`, from: '', note: '' }),
  }));
}

/** The fields of a disbursement, `support`, and `papers`, its supporting documents. */
export function paymentRows(payments: readonly SupportedPayment[]): GridRow[] {
  return payments.map(({ support, supportedBy, ...payment }) => ({
    ...payment,
    state: stateText(payment.state),
    support: support.state,
    papers: supportedBy.map(({ type, folio }) => [type, folio].filter(Boolean).join(' ')).join('; '),
  }));
}

/**
 * `kind`, `dispatches`, `papers`, `payments`, the numbers and names or the two lines of its reason, `note`.
 */
export function findingRows(findings: readonly Finding[]): GridRow[] {
  return findings.map(({ reason, documents, payments, dispatches, dismissed }) => ({
    ...reasonCells(reason),
    dispatches: dispatches.map(({ number }) => number).join('; '),
    papers: documentsText(documents),
    payments: payments
      .map(({ analysisName, documentNumber, number }) =>
        [analysisName, documentNumber, `(${number})`].filter(Boolean).join(' '),
      )
      .join('; '),
    note: dismissed?.note ?? '',
  }));
}

/** The values of a reason by their columns; a claim's lines are two columns of their own. */
function reasonCells(reason: FindingReason): GridRow {
  if (!('stated' in reason)) return { ...reason };
  const { kind, stated, known, other } = reason;
  return { kind, stated: stated.line, known: other?.line ?? known };
}

/**
 * `line`, `text`, `verdict`, `issuer`, `issuerName`, `folio`, `kind`, `day`, `total`, `clients`,
 * `dispatches`, `papers`, `paid`, `difference`.
 */
export function reconciledRows(lines: readonly ReconciledLine[]): GridRow[] {
  return lines.map(({ documents, payments, ...line }) => {
    const amounts = payments.map(({ amount }) => amount);
    const isKnown = payments.length > 0 && amounts.every((amount) => amount !== undefined);
    return {
      ...line,
      dispatches: [...new Set([...documents, ...payments].map(({ number }) => number))].join('; '),
      clients: [...new Set([...documents, ...payments].map(({ rut }) => rut))].join('; '),
      papers: documentsText(documents),
      ...(isKnown && { paid: amounts.reduce((sum, amount) => sum + (amount ?? 0), 0) }),
    };
  });
}

/**
 * `label`, `currency`, `count`, and `amount`, `net`, `tax`, `balance`, `debit`, each with a `…Unknown`
 * column. A sum without known amounts is empty.
 */
export function sumRows(groups: readonly SumGroup[]): GridRow[] {
  return groups.map(({ label, currency, count, ...sums }) => {
    const { amount, net, tax, balance, debit } = sums;
    const cells = Object.entries({ amount, net, tax, balance, debit }).flatMap(
      ([name, { sum, known, unknown }]) => [...(known > 0 ? [[name, sum]] : []), [`${name}Unknown`, unknown]],
    );
    return { label, currency, count, ...Object.fromEntries(cells) };
  });
}
