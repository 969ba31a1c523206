import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { appendFile, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Context } from '../../cli/context/context.js';
import { CommandFailure } from '../../cli/failure/failure.js';
import type { Client } from '../../client/client.js';
import { ServiceFailure } from '../../client/failure.js';
import type { Envelope, EnvelopeDocuments } from '../../contract/resources/envelope.js';
import type { Shaped, ShapeBlocks } from '../../contract/shape.js';
import { fileNameOf } from '../../core/platform/file-name.js';
import { isObject, parseJson } from '../../core/platform/json.js';
import { fetchSealed } from './fetch-sealed.js';
import type { Trust } from './trust.js';

/** The record of a folder of sealed documents: a line for each, added when the document is in place. */
export const manifestName = 'manifest.ndjson';
/** A line takes less than 1 kB. */
const manifestLimit = 256 * 1024 * 1024;

const manifestLine = (s: ShapeBlocks) =>
  s.object({
    envelope: s.text,
    /** How many documents the envelope has. */
    documents: s.count,
    position: s.count,
    title: s.text,
    file: s.text,
    bytes: s.count,
    sha256: s.text,
    /** The verdict on the seal; null with --no-verify. */
    verified: s.nullable(s.flag),
    saved_at: s.instant,
  });
type Saved = Shaped<typeof manifestLine>;

export interface ManyOptions {
  readonly context: Context;
  readonly client: Client;
  /** As the user wrote it, with its slash. */
  readonly folder: string;
  readonly trust: Trust | null;
  /** Whether this machine was told that the sealing of an envelope gave up. */
  readonly hasFailed: (id: string) => Promise<boolean>;
  /** The name of a file without its ending; null: that of the document, with the ID of the envelope. */
  readonly nameOf: ((envelope: Envelope) => string | null) | null;
}

/** What became of an envelope. `earlier`: all of its files are in the folder already. */
export type Outcome =
  | { readonly is: 'saved' | 'earlier' | 'unsealed' | 'sealing_failed' | 'not_found' }
  | { readonly is: 'failed'; readonly failure: CommandFailure };

/** A folder of sealed documents, which grows by what is missing. */
export class SealedFolder {
  readonly #of: ManyOptions;
  /** Of each envelope, by position. */
  readonly #saved = new Map<string, Map<number, Saved>>();
  readonly #names = new Set<string>();
  readonly #full: string;

  constructor(options: ManyOptions) {
    this.#of = options;
    this.#full = options.context.files.resolve(options.folder);
  }

  /** Reads what former runs saved. A line that was cut off counts as not saved. Throws CommandFailure (1). */
  async open(): Promise<void> {
    const { files } = this.#of.context;
    await files.makeFolder(await files.place(this.#of.folder, manifestName));
    const size = (await stat(this.#path).catch(() => null))?.size ?? 0;
    if (size > manifestLimit) throw new CommandFailure(1, 'file_invalid', `${manifestName} is too large to read.`);
    const text = size === 0 ? '' : await readFile(this.#path, 'utf8');
    for (const line of text.split('\n')) {
      const saved = savedOf(parseJson(line));
      if (saved !== null) this.#know(saved);
    }
    if (text !== '' && !text.endsWith('\n')) await appendFile(this.#path, '\n');
  }

  /** Saves the documents of one envelope that are missing. Throws the client's failures besides 404. */
  async save(id: string): Promise<Outcome> {
    const { client } = this.#of;
    try {
      if (await this.#isWhole(id.toLowerCase())) return { is: 'earlier' };
      const parameters = { envelopeId: id };
      const { documents, sealed } = (await client.call('listEnvelopeDocuments', { parameters })).body;
      if (!sealed || documents.some(({ url }) => typeof url !== 'string')) {
        return { is: (await this.#of.hasFailed(id)) ? 'sealing_failed' : 'unsealed' };
      }
      const envelope = (await client.call('getEnvelope', { parameters })).body;
      for (const document of documents) await this.#saveOne(envelope, document, documents.length);
      return { is: 'saved' };
    } catch (failure) {
      if (failure instanceof ServiceFailure && failure.status === 404) return { is: 'not_found' };
      // Only this file is wrong: it was altered, or stands in the way of another.
      if (failure instanceof CommandFailure && failure.exitCode !== 130) return { is: 'failed', failure };
      throw failure;
    }
  }

  async #saveOne(envelope: Envelope, document: EnvelopeDocuments['documents'][number], count: number): Promise<void> {
    const { context, client, folder, trust } = this.#of;
    const before = this.#saved.get(envelope.id.toLowerCase())?.get(document.position);
    if (before !== undefined && (await this.#isThere(before))) return;
    const name = before?.file ?? (await this.#nameFor(envelope, document, count));
    const path = await context.files.place(folder, name);
    // A name with the ID is ours: a former run was ended before it had noted the file.
    const target = context.files.target(path, { overwrite: name.includes(envelope.id) });
    const address = String(document.url);
    const { bytes, facts } = await fetchSealed(context, client, { document, address, path, target, trust });
    const saved: Saved = {
      envelope: envelope.id,
      documents: count,
      position: document.position,
      title: envelope.title,
      file: name,
      bytes,
      sha256: await digestOf(join(this.#full, name)),
      verified: trust === null ? null : isObject(facts?.['seal']) && facts['seal']['verified'] === true,
      saved_at: new Date(context.clock.now()).toISOString(),
    };
    await this.#note(saved, before);
    this.#know(saved);
  }

  /** One line for each document: that of an earlier file stays if it is still true, and is replaced otherwise. */
  async #note(saved: Saved, before: Saved | undefined): Promise<void> {
    const line = `${JSON.stringify(saved)}\n`;
    if (before === undefined) return await appendFile(this.#path, line, { mode: 0o600 });
    if (before.sha256 === saved.sha256 && before.verified === saved.verified) return;
    const { context, folder } = this.#of;
    const others = (await readFile(this.#path, 'utf8')).split(/(?<=\n)/).filter((each) => {
      const other = savedOf(parseJson(each));
      return other?.envelope !== saved.envelope || other.position !== saved.position;
    });
    const path = await context.files.place(folder, manifestName);
    await context.files.write(path, [...others, line].join(''), { private: true, overwrite: true });
  }

  /** A name that no other file of the folder has. */
  async #nameFor(
    envelope: Envelope,
    { position, name }: EnvelopeDocuments['documents'][number],
    count: number,
  ): Promise<string> {
    const own = this.#of.nameOf?.(envelope) ?? null;
    const number = count > 1 ? `-${position}` : '';
    const plain = own === null ? null : fileNameOf(own, { after: `${number}.pdf`, otherwise: 'document' });
    const isFree = plain !== null && !this.#names.has(plain.toLowerCase()) && !(await exists(join(this.#full, plain)));
    if (isFree) return plain;
    const text = own ?? String(name ?? '');
    const before = own === null ? `${position}-` : '';
    return fileNameOf(text, { before, after: `${number}-${envelope.id}.pdf`, otherwise: 'document' });
  }

  async #isWhole(id: string): Promise<boolean> {
    const saved = [...(this.#saved.get(id)?.values() ?? [])];
    if (saved.length === 0 || saved.length < (saved[0]?.documents ?? 1)) return false;
    for (const each of saved) if (!(await this.#isThere(each))) return false;
    return true;
  }

  /** False for a file that is missing. Throws CommandFailure (6) for one that is not what was saved. */
  async #isThere({ file, sha256 }: Saved): Promise<boolean> {
    const path = join(this.#full, file);
    if (!(await exists(path))) return false;
    if ((await digestOf(path)) === sha256) return true;
    throw new CommandFailure(6, 'file_changed', `${file} is not the file that was saved: its SHA-256 differs.`, {
      hint: 'Move it away, and run the command again to download it.',
    });
  }

  #know(saved: Saved): void {
    const id = saved.envelope.toLowerCase();
    const ofEnvelope = this.#saved.get(id) ?? new Map<number, Saved>();
    this.#saved.set(id, ofEnvelope.set(saved.position, saved));
    this.#names.add(saved.file.toLowerCase());
  }

  get #path(): string {
    return join(this.#full, manifestName);
  }
}

/** Null for a line that is not whole, or that names a file outside the folder. */
function savedOf(value: unknown): Saved | null {
  if (!isObject(value)) return null;
  const { envelope, documents, position, title, file, bytes, sha256, verified, saved_at: at } = value;
  if (typeof envelope !== 'string' || typeof file !== 'string' || typeof sha256 !== 'string') return null;
  if (!Number.isSafeInteger(position) || !Number.isSafeInteger(documents) || /[/\\]|^\.\.?$/.test(file)) return null;
  return {
    envelope,
    documents: Number(documents),
    position: Number(position),
    title: String(title),
    file,
    bytes: Number(bytes),
    sha256,
    verified: typeof verified === 'boolean' ? verified : null,
    saved_at: String(at),
  };
}

const exists = async (path: string): Promise<boolean> => (await stat(path).catch(() => null)) !== null;

async function digestOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}
