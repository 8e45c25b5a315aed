/** A process of its own that passes bytes on to another port of this machine, each so many ms later, either way. Prints its address. */
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

const target = new URL(process.argv[2] ?? '');
const delay = Number(process.argv[3] ?? 80);

function pass(from: Socket, to: Socket): void {
  from.on('data', (bytes) => void setTimeout(() => to.write(bytes), delay));
  from.on('end', () => void setTimeout(() => to.end(), delay));
  from.on('error', () => to.destroy());
}

const proxy = createServer({ noDelay: true }, (client) => {
  const server = connect({ host: target.hostname, port: Number(target.port), noDelay: true });
  pass(client, server);
  pass(server, client);
});
proxy.listen(0, '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${(proxy.address() as AddressInfo).port}`);
});
