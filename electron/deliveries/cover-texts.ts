import { shownDate } from '../../shared/model/dates.ts';
import type { DeliveryDocument } from '../../shared/model/delivery.ts';
import { clientText } from '../../shared/model/rut.ts';
import type { DispatchToDeliver } from '../database/index.ts';
import type { TranslationKey, Translator } from '../i18n/index.ts';
import type { DeliveryContext } from './delivery-context.ts';
import type { CoverTexts } from './pdf/merge.ts';

/** What the cover tells of the merged documents. */
interface Content {
  documents: readonly DeliveryDocument[];
  /** UTC ISO 8601. */
  madeAt: string;
  /** How many pages and documents have no words yet; absent where no invisible text was chosen. */
  recognized: { unreadPages: number; unreadDocuments: number } | undefined;
  /** The person's own note on the dispatch; `''` without one, or where it is not to be told. */
  ownNote: string;
}

/** The texts of the cover of a merged file, in the language of its reader. */
export function coverTexts(
  context: Pick<DeliveryContext, 'clients' | 'agencyName'>,
  dispatch: DispatchToDeliver,
  { documents, madeAt, recognized, ownNote }: Content,
  { t }: Translator,
): CoverTexts {
  return {
    title: t('documents:cover.title', { number: dispatch.number }),
    index: t('documents:cover.index'),
    facts: factsOf(context, dispatch, madeAt, { t }),
    headings: [
      t('documents:cover.headings.place'),
      t('documents:cover.headings.type'),
      t('documents:cover.headings.number'),
      t('documents:cover.headings.date'),
      t('documents:cover.headings.pages'),
      t('documents:cover.headings.page'),
    ],
    attached: t('documents:cover.beside'),
    reasons: attachReasons({ t }),
    notHere: t('documents:lacking.count', {
      count: documents.filter(({ path }) => path === undefined).length,
      of: documents.length,
    }),
    signed: t('documents:cover.signed'),
    recognized: t('documents:cover.recognized'),
    unlayered: t('documents:cover.unlayered'),
    notes: [
      ...(ownNote === '' ? [] : [t('documents:cover.ownNote', { note: ownNote })]),
      ...(dispatch.isFullyRead ? [] : [t('documents:cover.partial')]),
      ...(recognized && recognized.unreadPages > 0
        ? [t('documents:cover.unread', { count: recognized.unreadPages })]
        : []),
      ...(recognized && recognized.unreadDocuments > 0
        ? [t('documents:cover.unreadPapers', { count: recognized.unreadDocuments })]
        : []),
      t('documents:cover.workingCopy'),
    ],
  };
}

/** What is known of the dispatch; unknown facts are left out. */
function factsOf(
  { clients, agencyName }: Pick<DeliveryContext, 'clients' | 'agencyName'>,
  dispatch: DispatchToDeliver,
  madeAt: string,
  { t }: Pick<Translator, 't'>,
): CoverTexts['facts'] {
  const { rut, reference, tramite, via, acceptance, legalisation, transport } = dispatch;
  const fact = (label: TranslationKey, value: string) => ({ label: t(label), value });
  return [
    fact('documents:cover.facts.client', clientText(rut, clients())),
    fact('documents:cover.facts.agency', agencyName(dispatch.connectionId)),
    fact('documents:cover.facts.reference', reference),
    fact('documents:cover.facts.kind', tramite),
    fact('documents:cover.facts.way', via),
    fact('documents:cover.facts.acceptance', shownDate(acceptance)),
    fact('documents:cover.facts.legalisation', shownDate(legalisation)),
    fact('documents:cover.facts.transport', transport),
    fact('documents:cover.facts.madeAt', shownDate(madeAt)),
  ].filter(({ value }) => value !== '');
}

function attachReasons({ t }: Pick<Translator, 't'>): CoverTexts['reasons'] {
  return {
    encrypted: t('documents:cover.reasons.encrypted'),
    protected: t('documents:cover.reasons.protected'),
    damaged: t('documents:cover.reasons.damaged'),
    'not-a-pdf': t('documents:cover.reasons.notPdf'),
    'rare-image': t('documents:cover.reasons.rareImage'),
    form: t('documents:cover.reasons.form'),
    'too-large': t('documents:cover.reasons.tooLarge'),
    'too-heavy': t('documents:cover.reasons.tooHeavy'),
    gone: t('documents:cover.reasons.gone'),
    locked: t('documents:cover.reasons.locked'),
  };
}
