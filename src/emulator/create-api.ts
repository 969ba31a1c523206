import { Readable } from 'node:stream';
import { text as readText } from 'node:stream/consumers';
import { HeaderList } from '../http/headers.js';
import { advanceTo } from './control/clock.js';
import type { Core } from './core.js';
import { Refusal } from './domain/refusal.js';
import type { Ran } from './delivery/advance.js';
import { milliseconds } from './duration.js';
import { ControlRefused, type EmulatorApi } from './api-types.js';
import { mailRepository } from './store/mail-repository.js';
import { addFault, clearFaults, releaseFaults } from './point-faults.js';

/** The API of an emulator in this process, separate from its types, which are all that a test suite imports. */
export function createApi(core: Core): EmulatorApi {
  const { service, scheduler } = core;
  const mails = mailRepository(service.store.sql);
  const control = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
    const reply = await core.control({
      method,
      path,
      headers: new HeaderList([
        ['Host', '127.0.0.1'],
        ['Authorization', `Bearer ${core.token}`],
      ]),
      body: body === undefined ? Buffer.alloc(0) : Buffer.from(JSON.stringify(body), 'utf8'),
      signal: new AbortController().signal,
    });
    const text = reply.body instanceof Readable ? await readText(reply.body) : String(reply.body ?? '');
    const parsed: unknown = text === '' ? undefined : JSON.parse(text);
    if (reply.status < 400) return parsed as T;
    const { code, message } = (parsed as { readonly error: { readonly code: string; readonly message: string } }).error;
    throw new ControlRefused(code, reply.status, message);
  };
  const move = (to: string | number): Promise<readonly Ran[]> =>
    advanceTo(scheduler, to).catch((error: unknown) => {
      throw error instanceof Refusal ? new RangeError(error.message) : error;
    });
  return {
    clock: {
      now: () => new Date(service.clock.now()),
      freeze: () => scheduler.freeze(),
      run: () => scheduler.run(),
      advance: (duration) => move(typeof duration === 'number' ? duration : milliseconds(duration)),
      to: (instant) => move(instant),
    },
    inbox: {
      list: (filter = {}) => mails.list(filter),
      latest: (filter = {}) => mails.list(filter)[0] ?? null,
    },
    faults: {
      add: (fault) => addFault(service, { times: 1, ...fault }),
      clear: () => clearFaults(service),
      release: () => releaseFaults(service),
    },
    control,
    reset: (options = {}) => control<void>('POST', '/_emulator/reset', options),
  };
}
