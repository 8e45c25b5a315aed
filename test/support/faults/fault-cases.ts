import { type InjectedFaultName, namedFaults } from '../agency/practice-agency.ts';
import { ends, type Fault, faults, stands, whole } from './fault-kinds.ts';
import type { Fate, FaultCase, Verdict } from './fault-trial.ts';

/** Of each kind a form that passes, and one that stays where that changes what becomes of the other. */
const inPairs: ReadonlySet<string> = new Set([
  ...[
    '500 twice',
    'too many requests',
    'no answer once',
    'half an answer',
    'a redirect once',
    'a login page',
  ],
  ...['a slow service', 'the second dialect', 'an anchor that goes', 'nothing signed once'],
  ...['a refused key', 'no network', 'half signed', 'nothing signed'],
  ...[
    'a new paper',
    'a cut transfer',
    'a stalled transfer',
    'a damaged transfer',
    'no length',
    'expired links',
  ],
  ...['503 once', 'an HTML page once', 'a slow storage', 'no hash', 'a wrong hash once', 'no tag'],
  ...['a redirect of storage', 'damage for good', 'links that expire at once', 'HTML pages', 'empty files'],
  ...[
    'a large transfer cut twice',
    'a large stall',
    'a large damaged transfer',
    'a large one without length',
  ],
  ...[
    'a paper replaced half way',
    'ranges that are ignored',
    'ranges that are refused',
    'another range once',
  ],
  ...['no hash to continue by', 'a weak tag to continue by'],
]);

const all = Object.values(faults).flat();

/** Every fault alone, in each of its forms. */
export const aloneCases: readonly FaultCase[] = all.map((fault) => toCase(fault.name, [fault], fault.fate));

const paired = all.filter(({ name }) => inPairs.has(name));

/** Every two faults that can meet on the way of one document. */
export const pairCases: readonly FaultCase[] = paired.flatMap((left, index) =>
  paired
    .slice(index + 1)
    .filter((right) => canMeet(left, right))
    .map((right) => toCase(`${left.name} + ${right.name}`, [left, right], both(left, right))),
);

function toCase(name: string, injected: readonly Fault[], fate: Fate): FaultCase {
  return {
    name,
    fate,
    others: verdictsOf(injected.filter(({ where }) => where === 'service')),
    isLarge: injected.some(({ isLarge }) => isLarge),
    changesAgency: injected.some(({ changesAgency }) => changesAgency),
    injectedFaults: (documents) => injected.flatMap((part) => part.injectedFaults(documents)),
  };
}

/**
 * Two of one kind are one fault more often; of two that stay at one place the second is never met; a large
 * document is worth its time only where something is done to its continuing, by storage or by the links that
 * continuing needs.
 */
function canMeet(left: Fault, right: Fault): boolean {
  if (cannotBeReported(left, right)) return false;
  if (kindsOf(left) === kindsOf(right)) return false;
  if (left.where === right.where && isForGood(left) && isForGood(right)) return false;
  const isContinued = left.where === 'continued' || right.where === 'continued';
  if (isContinued)
    return left.where !== right.where && belongsToContinuing(left) && belongsToContinuing(right);
  return !left.isLarge && !right.isLarge;
}

/**
 * Damage that keeps the length, where storage announces no hash: nobody can tell, and nothing is promised.
 */
function cannotBeReported(left: Fault, right: Fault): boolean {
  const both = [left, right];
  return (
    both.some((fault) => kindsOf(fault) === 'storage-corrupt') && both.some(({ name }) => name === 'no hash')
  );
}

function belongsToContinuing(fault: Fault): boolean {
  return fault.isLarge === true || ['expired links', 'half an answer', 'no network'].includes(fault.name);
}

function isForGood({ fate }: Fault): boolean {
  return fate !== whole;
}

function kindsOf(fault: Fault): string {
  return fault
    .injectedFaults(['a'])
    .map(({ kind }) => kind)
    .join();
}

/**
 * What comes of two: who never gets a link does not meet storage, and what stands still meets nothing until
 * the fault has gone.
 */
function both(left: Fault, right: Fault): Fate {
  const fates = [left, right].map(({ fate }) => fate);
  const pauses = fates.filter((fate) => fate.is === 'paused');
  if (pauses.length > 0) {
    return {
      is: 'paused',
      why: pauses.flatMap(({ why }) => why),
      codes: pauses.flatMap(({ codes }) => codes),
    };
  }
  const first = [left, right].find(({ where, fate }) => where === 'service' && isFinal(fate));
  return first ? first.fate : ends(...verdictsOf([left, right]));
}

/** What may become of who meets all of these: it comes only where each of them lets it. */
function verdictsOf(injected: readonly Fault[]): Verdict[] {
  const each = injected.map(({ fate }) => (fate.is === 'ends' ? fate.verdicts : []));
  const bad = each.flat().filter((verdict) => verdict !== 'done');
  return each.every((verdicts) => verdicts.includes('done')) ? ['done', ...bad] : bad;
}

function isFinal(fate: Fate): boolean {
  return fate.is === 'ends' && !fate.verdicts.includes('done');
}

/** What a person can try from the practice agency's menu, each as it stands there. */
const named: Readonly<Record<InjectedFaultName, Fate>> = {
  'internal-error': whole,
  'internal-error-for-long': stands('offline', 'INTERNAL_ERROR'),
  'key-refused': stands('connection-refused', 'API_KEY_INVALID'),
  'agency-unresolved': stands('connection-refused', 'TENANT_UNRESOLVED'),
  'proxy-login': stands('offline', 'PROXY_REFUSED'),
  'too-many-requests': whole,
  'gateway-down': stands('offline', 'GATEWAY_UNAVAILABLE'),
  'no-answer': stands('offline', 'TIMED_OUT'),
  'connection-closed': whole,
  offline: stands('offline', 'NO_NETWORK'),
  slow: whole,
  'login-page': stands('offline', 'RESPONSE_UNREADABLE'),
  redirect: stands('offline', 'REDIRECTED'),
  'second-dialect': whole,
  'nothing-signed': ends('unsigned'),
  'half-signed': ends('done', 'unsigned'),
  'links-expired': ends('done', 'failed LINK_EXPIRED'),
  'transfers-cut': whole,
  'transfers-stall': whole,
  'papers-damaged': whole,
  'papers-half': whole,
  'papers-replaced': whole,
  'storage-error-page': whole,
};

export const namedCases: readonly FaultCase[] = Object.entries(namedFaults).map(([name, injectedFault]) => ({
  name,
  fate: named[name as InjectedFaultName],
  changesAgency: injectedFault.kind === 'replace-paper',
  injectedFaults: () => [injectedFault],
}));
