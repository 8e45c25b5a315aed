import { shownDate } from '../../shared/model/dates.ts';
import type { DeliveryDocument } from '../../shared/model/delivery.ts';
import { clientText } from '../../shared/model/rut.ts';
import type { DispatchToDeliver } from '../database/index.ts';
import type { TranslationKey, Translator } from '../i18n/index.ts';
import type { DeliveryContext } from './delivery-context.ts';
import type { CoverTexts } from './pdf/merge.ts';

/** The texts of the cover of a merged file, in the language of its reader. `madeAt` is an ISO time. */
export function coverTexts(
  context: Pick<DeliveryContext, 'clients' | 'agencyName'>,
  dispatch: DispatchToDeliver,
  documents: readonly DeliveryDocument[],
  madeAt: string,
  { t }: Translator,
): CoverTexts {
  return {
    title: t('papers:cover.title', { number: dispatch.number }),
    index: t('papers:cover.index'),
    facts: factsOf(context, dispatch, madeAt, { t }),
    headings: [
      t('papers:cover.headings.place'),
      t('papers:cover.headings.type'),
      t('papers:cover.headings.number'),
      t('papers:cover.headings.date'),
      t('papers:cover.headings.pages'),
      t('papers:cover.headings.page'),
    ],
    attached: t('papers:cover.beside'),
    reasons: attachReasons({ t }),
    notHere: t('papers:lacking.count', {
      count: documents.filter(({ path }) => path === undefined).length,
      of: documents.length,
    }),
    signed: t('papers:cover.signed'),
    notes: [...(dispatch.isFullyRead ? [] : [t('papers:cover.partial')]), t('papers:cover.workingCopy')],
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
    fact('papers:cover.facts.client', clientText(rut, clients())),
    fact('papers:cover.facts.agency', agencyName(dispatch.connectionId)),
    fact('papers:cover.facts.reference', reference),
    fact('papers:cover.facts.kind', tramite),
    fact('papers:cover.facts.way', via),
    fact('papers:cover.facts.acceptance', shownDate(acceptance)),
    fact('papers:cover.facts.legalisation', shownDate(legalisation)),
    fact('papers:cover.facts.transport', transport),
    fact('papers:cover.facts.madeAt', shownDate(madeAt)),
  ].filter(({ value }) => value !== '');
}

function attachReasons({ t }: Pick<Translator, 't'>): CoverTexts['reasons'] {
  return {
    encrypted: t('papers:cover.reasons.encrypted'),
    protected: t('papers:cover.reasons.protected'),
    damaged: t('papers:cover.reasons.damaged'),
    'not-a-pdf': t('papers:cover.reasons.notPdf'),
    form: t('papers:cover.reasons.form'),
    'too-large': t('papers:cover.reasons.tooLarge'),
    'too-heavy': t('papers:cover.reasons.tooHeavy'),
    gone: t('papers:cover.reasons.gone'),
    locked: t('papers:cover.reasons.locked'),
  };
}
