import { type CallName, calls, type Handlers } from '../../shared/contract.ts';
import { AppError, type Outcome, toErrorData } from '../../shared/errors.ts';

/** The caller, as the host itself knows it; nothing of this comes from the page. */
export interface Sender {
  /** Whether the call came from the window's top frame. */
  topFrame: boolean;
  /** Address of the document in that frame; undefined while it has none. */
  url: string | undefined;
}

/** Runs one call of the page. Never rejects: every error is returned as data. */
export type Dispatch = (sender: Sender, name: unknown, input: unknown) => Promise<Outcome<unknown>>;

interface DispatchOptions {
  handlers: Handlers;
  /** The one origin that may call, such as `app://carpeta`. */
  origin: string;
  /** Called with a refused call: a sender, name or input that the page itself never sends. */
  onRefused?: (rejection: AppError) => void;
}

/**
 * The gate between page and main, the same on every host. It refuses any sender but the page's top frame
 * (`SENDER_REFUSED`), any name outside the contract, and any input that fails its schema (`INPUT_INVALID`).
 * It turns errors into data.
 */
export function createCallGate({ handlers, origin, onRefused }: DispatchOptions): Dispatch {
  return async (sender, name, input) => {
    const call = isValidSender(sender, origin)
      ? readCall(name, input)
      : new AppError('SENDER_REFUSED', 'not a call of the page');
    if (call instanceof AppError) {
      onRefused?.(call);
      return { ok: false, error: toErrorData(call) };
    }
    try {
      // The schema that just parsed the input is the one this handler's type is derived from.
      const handler = handlers[call.name] as (input: unknown) => Promise<unknown>;
      return { ok: true, value: await handler(call.input) };
    } catch (error) {
      return { ok: false, error: toErrorData(error) };
    }
  };
}

/** Whether a call comes from the page of this origin, in the window's top frame. */
function isValidSender({ topFrame, url }: Sender, origin: string): boolean {
  const parsed = url === undefined ? null : URL.parse(url);
  // `URL.origin` is 'null' for a scheme of our own, so the parts are compared.
  return topFrame && parsed !== null && `${parsed.protocol}//${parsed.host}` === origin;
}

function readCall(name: unknown, input: unknown): { name: CallName; input: unknown } | AppError {
  if (!isCallName(name)) return new AppError('INPUT_INVALID', 'no such call');
  const parsed = calls[name].input.safeParse(input);
  if (parsed.success) return { name, input: parsed.data };
  // The path of what is wrong, never its value: the value may be a key.
  const issues = parsed.error.issues.map(({ path, code }) => `${path.join('.') || 'input'}: ${code}`);
  return new AppError('INPUT_INVALID', `${name} refuses ${issues.slice(0, 5).join(', ')}`);
}

function isCallName(name: unknown): name is CallName {
  return typeof name === 'string' && Object.hasOwn(calls, name);
}

/** The handler of a call, after a check of its input that may reject. */
export function checkFirst<Name extends CallName>(
  handlers: Handlers,
  name: Name,
  check: (input: Parameters<Handlers[Name]>[0]) => Promise<void>,
): Handlers[Name] {
  const handler: (input: never) => Promise<unknown> = handlers[name];
  const checked = async (input: Parameters<Handlers[Name]>[0]) => {
    await check(input);
    return handler(input as never);
  };
  // The wrapper has the input and the result of the handler it wraps.
  return checked as Handlers[Name];
}

/** The same handlers; each rejection is recorded, except for a cancellation by a person. */
export function recordRejections(
  handlers: Handlers,
  record: (name: CallName, error: unknown) => void,
): Handlers {
  function recording<Name extends CallName>(name: Name): Handlers[Name] {
    const handler: (input: never) => Promise<unknown> = handlers[name];
    const wrapped = async (input: never) => {
      try {
        return await handler(input);
      } catch (error) {
        if (toErrorData(error).code !== 'CANCELLED') record(name, error);
        throw error;
      }
    };
    // The wrapper has the input and the result of the handler it wraps.
    return wrapped as Handlers[Name];
  }
  const names = Object.keys(handlers) as CallName[];
  return Object.fromEntries(names.map((name) => [name, recording(name)])) as Handlers;
}
