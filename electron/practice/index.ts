/** The practice agency: the whole API on loopback, with made-up data. */
export type { PracticeChanges } from './changes.ts';
export { findCases, type PracticeCases, supportOf } from './data/cases.ts';
export type { Charge, PracticeDispatch, RecordType } from './data/dispatch.ts';
export { type FileKind, filePassword, type PracticeDocument } from './data/document.ts';
export type { PracticeClient } from './data/parties.ts';
export type { PlantedCases } from './data/planted.ts';
export { type PracticeType, typeNames } from './data/types.ts';
export type { PracticeData } from './data/world.ts';
export {
  type InjectedFault,
  type InjectedFaultKind,
  type InjectedFaultName,
  namedFaults,
} from './fault-injection.ts';
export type { FaultInjection } from './fault-injector.ts';
export type { PracticeOptions } from './options.ts';
export { type PracticeAgency, startPractice } from './practice.ts';
export { startPracticeAgency } from './practice-agency.ts';
export type { PracticeRequests, SeenRequest } from './requests.ts';
export { type Endpoint, endpoints } from './service/route.ts';
