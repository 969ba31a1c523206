import { createHash, randomBytes } from 'node:crypto';
import { constants, readdirSync, statSync } from 'node:fs';
import { open, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { makeFolder, syncFolder, systemCode } from '../platform/durable-file.js';
import { isObject, parseJson } from '../platform/json.js';
import { JournalFailure } from './append.js';
import { readEnd, readIntent, type Intent, type RecordedEnd, type RecordedRequest } from './entry.js';

/** What distinguishes or identifies requests. */
type Marks = Pick<Intent, 'key' | 'host' | 'credential' | 'twin'>;

/** The file name of an open request, which is readable even if the file is damaged. */
export interface OpenName {
  readonly id: string;
  /** A hash of the Idempotency-Key, the host and the API key. */
  readonly keyTag: string;
  /** A hash of the request, the host and the API key. */
  readonly twinTag: string;
  readonly path: string;
}

interface OpenWrite {
  readonly request: RecordedRequest;
  /** Undefined without one; null when it is no longer stored. */
  readonly body: string | undefined | null;
}

/** Requests that were or will be sent and have no known outcome: a file each, with the body. */
export interface OpenWrites {
  /** On disk when it returns. Throws JournalFailure. */
  add(intent: Intent, body: string | undefined | null, end?: RecordedEnd): Promise<OpenName>;
  /** Synchronous: every command that reaches the service calls it, and nearly always there is none. */
  list(): readonly OpenName[];
  /** `damaged` when the file was truncated or overwritten, undefined when it is missing. Throws JournalFailure. */
  read(name: OpenName): Promise<OpenWrite | 'damaged' | undefined>;
  /** Records that an attempt ended without an outcome. */
  note(name: OpenName, end: RecordedEnd): Promise<void>;
  remove(name: OpenName): Promise<void>;
}

const idForm = /^[A-Za-z0-9][A-Za-z0-9-]{0,63}$/;
const nameForm = /^([A-Za-z0-9][A-Za-z0-9-]{0,63})\.([0-9a-f]{12}|none)\.([0-9a-f]{12}|none)$/;
/** What a process that was killed in a write left: nothing of it was sent. */
const leftoverForm = new RegExp(`${nameForm.source.slice(0, -1)}\\.[0-9a-f]{12}$`);
/** An hour. A process that still writes a file fails without it, and sends nothing. */
const underWay = 60 * 60 * 1000;
const flags =
  constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_TRUNC | (constants.O_NOFOLLOW ?? 0);

const tag = (...parts: readonly (string | undefined)[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 12);
export const keyTagOf = ({ key, host, credential }: Marks): string =>
  key === undefined ? 'none' : tag('key', key, host, credential);
export const twinTagOf = ({ twin, host, credential }: Marks): string =>
  twin === undefined ? 'none' : tag('twin', twin, host, credential);

/** Opens the folder of open requests; `keepBody` in milliseconds. */
export function openOpenWrites(folder: string, keepBody: number): OpenWrites {
  const write = async (name: OpenName, { request, body }: OpenWrite): Promise<void> => {
    const temporary = `${name.path}.${randomBytes(6).toString('hex')}`;
    try {
      const { settled, ...intent } = request;
      const bytes = Buffer.from(body ?? '', 'utf8');
      const header = { intent, body: typeof body === 'string' ? bytes.length : body === null ? 'gone' : 'none' };
      const end = settled === undefined ? '' : `${JSON.stringify(settled)}\n`;
      const file = await open(temporary, flags, 0o600);
      try {
        await file.writeFile(
          Buffer.concat([Buffer.from(`${JSON.stringify(header)}\n`), bytes, Buffer.from(`\n${end}`)]),
        );
        await file.datasync();
      } finally {
        await file.close();
      }
      await rename(temporary, name.path);
      await syncFolder(folder);
    } catch (error) {
      await rm(temporary, { force: true }).catch(() => undefined);
      throw new JournalFailure(name.path, systemCode(error) ?? 'UNKNOWN');
    }
  };

  const entries = (): readonly string[] => {
    try {
      return readdirSync(folder);
    } catch (error) {
      if (systemCode(error) === 'ENOENT') return [];
      throw new JournalFailure(folder, systemCode(error) ?? 'UNKNOWN', 'read');
    }
  };

  const list = (): readonly OpenName[] =>
    entries().flatMap((name) => {
      const [, id, keyTag, twinTag] = nameForm.exec(name) ?? [];
      if (id === undefined || keyTag === undefined || twinTag === undefined) return [];
      return [{ id, keyTag, twinTag, path: join(folder, name) }];
    });

  const read: OpenWrites['read'] = async (name) => {
    const bytes = await readFile(name.path).catch((error: unknown) => {
      const code = systemCode(error) ?? 'UNKNOWN';
      if (code === 'ENOENT') return undefined;
      throw new JournalFailure(name.path, code, 'read');
    });
    return bytes === undefined ? undefined : readOpen(bytes, name);
  };

  /** Personal data is not stored longer than it may be useful. */
  const forgetBodies = async (): Promise<void> => {
    // File times come from the system clock.
    const isOlder = (path: string, age: number): boolean => Date.now() - (modifiedAt(path) ?? Infinity) >= age;
    for (const leftover of entries().filter((name) => leftoverForm.test(name))) {
      const path = join(folder, leftover);
      if (isOlder(path, underWay)) await rm(path, { force: true }).catch(() => undefined);
    }
    for (const name of list()) {
      if (!isOlder(name.path, keepBody)) continue;
      const found = await read(name).catch(() => undefined);
      if (found === undefined || found === 'damaged' || typeof found.body !== 'string') continue;
      await write(name, { ...found, body: null });
    }
  };

  return {
    async add(intent, body, end) {
      const keyTag = keyTagOf(intent);
      const twinTag = twinTagOf(intent);
      const path = join(folder, `${intent.id}.${keyTag}.${twinTag}`);
      if (!idForm.test(intent.id)) throw new JournalFailure(folder, 'EINVAL');
      try {
        if ((await stat(folder).catch(() => undefined)) === undefined) {
          await makeFolder(folder, 0o700);
          await syncFolder(dirname(folder));
        }
      } catch (error) {
        throw new JournalFailure(folder, systemCode(error) ?? 'UNKNOWN');
      }
      await forgetBodies();
      const name = { id: intent.id, keyTag, twinTag, path };
      await write(name, { request: { ...intent, settled: end }, body });
      return name;
    },
    list,
    read,
    async note(name, end) {
      try {
        // Never created here: it is missing when another program resolved the request meanwhile.
        const file = await open(name.path, constants.O_WRONLY | constants.O_APPEND | (constants.O_NOFOLLOW ?? 0));
        try {
          await file.appendFile(`${JSON.stringify(end)}\n`);
        } finally {
          await file.close();
        }
      } catch (error) {
        if (systemCode(error) !== 'ENOENT') throw new JournalFailure(name.path, systemCode(error) ?? 'UNKNOWN');
      }
    },
    remove: ({ path }) => rm(path, { force: true }),
  };
}

/** In milliseconds since 1970. Synchronous, because it is called for every open request before each write. */
function modifiedAt(path: string): number | undefined {
  try {
    return statSync(path).mtimeMs;
  } catch {
    return undefined;
  }
}

function readOpen(bytes: Buffer, { id }: OpenName): OpenWrite | 'damaged' {
  const first = bytes.indexOf(10);
  const header = first === -1 ? undefined : parseJson(bytes.subarray(0, first).toString('utf8'));
  if (!isObject(header)) return 'damaged';
  const intent = readIntent(header['intent']);
  const length = typeof header['body'] === 'number' ? header['body'] : 0;
  const after = first + 1 + length;
  if (intent === undefined || intent.id !== id || bytes[after] !== 10) return 'damaged';
  const ends = bytes
    .subarray(after + 1)
    .toString('utf8')
    .split('\n')
    .map((line) => readEnd(parseJson(line)))
    .filter((end) => end !== undefined);
  const text = bytes.subarray(first + 1, after).toString('utf8');
  const body = header['body'] === 'gone' ? null : header['body'] === 'none' ? undefined : text;
  return { request: { ...intent, settled: ends.at(-1) }, body };
}
