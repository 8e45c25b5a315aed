/**
 * A process of its own that is the agency of a scene: `whole-server JSON`. Prints where it is and which
 * documents it has.
 */
import { startPractice } from '../../support/agency/practice-agency.ts';
import { startOtherAgency } from './other-agency.ts';

/** Which agency, and how many documents it has. */
export interface ServerPlan {
  kind: 'practice' | 'other';
  key: string;
  documents: number;
  bytes: number;
  hasExpiredLinks: boolean;
}

/** What of it is to be asked for. */
export interface ServedRequest {
  baseUrl: string;
  agency: string;
  rut: string;
  from: string;
  to: string;
}

const plan = JSON.parse(process.argv[2] ?? '') as ServerPlan;
console.log(JSON.stringify(plan.kind === 'other' ? await other() : await practice()));

async function other(): Promise<ServedRequest> {
  const documentsPerDispatch = plan.hasExpiredLinks ? 10 : 12;
  const { baseUrl, agency } = await startOtherAgency({ ...plan, documentsPerDispatch });
  return { baseUrl, agency, rut: '96.591.760-8', from: '2026-08-01', to: '2026-11-20' };
}

async function practice(): Promise<ServedRequest> {
  const options = { clients: 1, seed: 'whole', today: '2026-11-20', key: plan.key, fileBytes: plan.bytes };
  let later = 0;
  const clock = { now: () => Date.now() + later };
  const running = await startPractice({ ...options, documents: plan.documents, clock });
  // Two hours pass once the first document is asked for: links of the lists before it have expired then,
  // those that follow work.
  if (plan.hasExpiredLinks) {
    clock.now = () => {
      if (later === 0 && running.requests.files().requested > 0) later = 7_200_000;
      return Date.now() + later;
    };
  }
  const [client] = running.clients;
  const { baseUrl, agency } = running;
  return { baseUrl, agency, rut: client?.rut ?? '', from: '2024-11-20', to: '2026-11-20' };
}
