/**
 * A process of its own that passes bytes on to another port of this machine as a line would: `line-proxy
 * ADDRESS [--delay MS] [--rate BYTES] [--late SHARE --by MS]`. `--delay` is each way; `--rate` is what all
 * connections together get from there in a second, in turns; `--late` is the share of 1,460-byte segments
 * that come later by so much, and hold up what follows on their connection, as one that was lost does. Prints
 * its address.
 */
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { parseArgs } from 'node:util';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    delay: { type: 'string', default: '0' },
    rate: { type: 'string', default: '0' },
    late: { type: 'string', default: '0' },
    by: { type: 'string', default: '0' },
  },
});
const target = new URL(positionals[0] ?? '');
const [delay, rate, late, by] = [values.delay, values.rate, values.late, values.by].map(Number) as [
  number,
  number,
  number,
  number,
];
const segment = 1460;
// Bytes that may wait on a connection before its sender has to, as in a router's buffer.
const maxWaitingBytes = 64 * 1024;
const pumpEvery = 2;

/** What has come from storage on one connection and waits for its turn on the line. */
interface Flow {
  from: Socket;
  to: Socket;
  waiting: Buffer[];
  bytes: number;
  /** A segment of it is late: nothing that follows may pass it. */
  isLate: boolean;
  hasEnded: boolean;
}

const flows = new Set<Flow>();
let lastPump = performance.now();
let budget = 0;

function passNext(flow: Flow): number {
  const [first] = flow.waiting;
  if (!first) return 0;
  const chunk = first.subarray(0, segment);
  if (chunk.length === first.length) flow.waiting.shift();
  else flow.waiting[0] = first.subarray(segment);
  flow.bytes -= chunk.length;
  if (flow.bytes < maxWaitingBytes) flow.from.resume();
  if (Math.random() < late) {
    flow.isLate = true;
    setTimeout(() => {
      flow.isLate = false;
      flow.to.write(chunk);
    }, by);
  } else flow.to.write(chunk);
  return chunk.length;
}

/** Gives each connection a segment in turn, as long as the line has room. */
function pump(): void {
  const now = performance.now();
  // What the line could have carried while this process did not run is not lost, but for long silences.
  budget = Math.min(budget + ((now - lastPump) * rate) / 1000, rate / 10);
  lastPump = now;
  for (let passed = true; passed && budget > 0; ) {
    passed = false;
    for (const flow of flows) {
      if (budget <= 0 || flow.isLate) continue;
      const bytes = passNext(flow);
      budget -= bytes;
      passed ||= bytes > 0;
    }
  }
  for (const flow of flows) {
    if (flow.hasEnded && flow.bytes === 0 && !flow.isLate) {
      flows.delete(flow);
      flow.to.end();
    }
  }
}

function passInTurn(from: Socket, to: Socket): void {
  const flow: Flow = { from, to, waiting: [], bytes: 0, isLate: false, hasEnded: false };
  flows.add(flow);
  from.on('data', (bytes: Buffer) => {
    flow.waiting.push(bytes);
    flow.bytes += bytes.length;
    if (flow.bytes >= maxWaitingBytes) from.pause();
  });
  from.on('end', () => {
    flow.hasEnded = true;
  });
  const drop = () => {
    flows.delete(flow);
    to.destroy();
    from.destroy();
  };
  from.on('error', drop);
  to.on('close', drop);
}

function pass(from: Socket, to: Socket): void {
  if (delay === 0) {
    from.pipe(to);
    from.on('error', () => to.destroy());
    return;
  }
  from.on('data', (bytes) => void setTimeout(() => to.write(bytes), delay));
  from.on('end', () => void setTimeout(() => to.end(), delay));
  from.on('error', () => to.destroy());
}

const proxy = createServer({ noDelay: true }, (client) => {
  const server = connect({ host: target.hostname, port: Number(target.port), noDelay: true });
  pass(client, server);
  if (rate > 0) passInTurn(server, client);
  else pass(server, client);
});
if (rate > 0) setInterval(pump, pumpEvery);
proxy.listen(0, '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${(proxy.address() as AddressInfo).port}`);
});
