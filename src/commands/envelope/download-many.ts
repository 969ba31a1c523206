import type { Context } from '../../cli/context/context.js';
import { pluralize } from '../../cli/context/counted.js';
import { CommandFailure, explainedBefore, UsageFailure } from '../../cli/failure/failure.js';
import { columnTarget } from '../../cli/files/rows-columns.js';
import type { SaveOptions } from '../../cli/files/written-files.js';
import type { Envelope } from '../../contract/resources/envelope.js';
import type { Shaped, ShapeBlocks } from '../../contract/shape.js';
import { nearest } from '../../core/platform/nearest.js';
import { canonicalJson } from '../../contract/canonical-json.js';
import { requireBaseUrl } from '../../core/config/settings.js';
import { serviceHost } from '../../contract/service-host.js';
import { openMemory, sealingFailedAt } from '../../sending/envelope/known-status.js';
import { fillTitle, namesInPattern } from '../../sending/envelope/title-pattern.js';
import { manifestName, SealedFolder } from '../../sending/sealed-pdf/download-many.js';
import { type CaOptions, trustAt } from '../../sending/sealed-pdf/trust.js';
import { JournalFailure } from '../../store/failure.js';
import { lockRun } from '../../store/run-locks.js';
import { failMissing, folderNamed, knownIds, type WhichEnvelopes } from './which-envelopes.js';

/** `envelope download` of several envelopes into a folder. */

interface ManyOptions extends SaveOptions, CaOptions, WhichEnvelopes {
  readonly fileName?: string;
  readonly position?: string;
  readonly mailto?: boolean;
  readonly verify?: boolean;
}

export const manyShape = (s: ShapeBlocks) =>
  s.object({
    manifest: s.text,
    envelopes: s.count,
    saved: s.count,
    earlier: s.count,
    unsealed: s.count,
    /** Of those this machine was told of. */
    sealing_failed: s.list(s.text),
    not_found: s.list(s.text),
    failed: s.list(s.object({ id: s.text, code: s.text, message: s.text })),
  });
type Done = Shaped<typeof manyShape>;

/** Envelopes between two progress updates. */
const progressEvery = 20;

/**
 * Throws UsageFailure, the client's failures, and CommandFailure: 9 and 13 where documents were not saved, 6 while another
 * process downloads into the same folder.
 */
export async function downloadMany(context: Context, given: ManyOptions): Promise<void> {
  refuse(given);
  const output = await folderNamed(context, given.output, { why: 'Many envelopes need a folder.', example: 'signed' });
  const options = { ...given, output };
  const key = canonicalJson(['download', context.files.resolve(output)]);
  const locked = { key, generation: 1, part: { index: 0, of: 0 } };
  const lock = await lockRun(await context.state(), locked, context.clock).catch((failure: unknown) => {
    // A download needs no record, so it goes on without one.
    if (failure instanceof JournalFailure) return null;
    throw failure;
  });
  if (lock !== null && 'heldBy' in lock) {
    const { pid } = lock.heldBy;
    throw new CommandFailure(6, 'run_in_use', `Process ${pid} downloads into ${options.output}. Nothing was saved.`, {
      hint: 'Wait until it has finished, then run the same command again.',
      details: { pid },
    });
  }
  try {
    await download(context, options);
  } finally {
    lock?.release();
  }
}

async function download(context: Context, options: ManyOptions): Promise<void> {
  const client = await context.api();
  const base = requireBaseUrl(context.settings());
  // The oldest first, so that the manifest grows in their order.
  const host = serviceHost(await context.recordedAs());
  const ids = (await knownIds(context, options, host)).toReversed();
  const trust = options.verify === false ? null : await trustAt(context, options.caFile ?? [], base);
  const { fileName: name } = options;
  if (name !== undefined) await refuseNames(context, name, ids);
  const nameOf = name === undefined ? null : (envelope: Envelope) => named(context, name, envelope);
  const hasFailed = async (id: string): Promise<boolean> => (await sealingFailedAt(context, id, host)) !== null;
  const folder = new SealedFolder({ context, client, folder: options.output, trust, nameOf, hasFailed });
  await folder.open();
  const count = { saved: 0, earlier: 0, unsealed: 0 };
  const missing: string[] = [];
  const unsealable: string[] = [];
  const failed: Done['failed'][number][] = [];
  let hint: string | undefined;
  let done = 0;
  const progress = context.output.progress(`Downloading ${pluralize(ids.length, 'envelope')}`);
  try {
    for (const [index, id] of ids.entries()) {
      const outcome = await folder.save(id);
      if (outcome.is === 'failed') {
        hint ??= outcome.failure.hint;
        failed.push({ id, code: outcome.failure.code, message: outcome.failure.message });
        context.output.warn(`${id}: ${outcome.failure.message}`);
      } else if (outcome.is === 'not_found') missing.push(id);
      else if (outcome.is === 'sealing_failed') unsealable.push(id);
      else count[outcome.is] += 1;
      done += 1;
      if ((index + 1) % progressEvery === 0) progress.update(`Downloaded ${index + 1} of ${ids.length} envelopes`);
    }
  } catch (failure) {
    if (!context.signal.aborted) throw failure;
    throw new CommandFailure(130, 'interrupted', `Interrupted after ${done} of ${pluralize(ids.length, 'envelope')}.`, {
      hint: 'Run the same command again: it continues with what is missing.',
      details: { envelopes: ids.length, ...count },
    });
  } finally {
    progress.stop();
  }
  const manifest = context.files.resolve(`${options.output}${manifestName}`);
  const facts: Done = {
    manifest,
    envelopes: ids.length,
    ...count,
    sealing_failed: unsealable,
    not_found: missing,
    failed,
  };
  await context.output.result(facts, { human: words(facts), ids: [manifest] });
  for (const id of unsealable) {
    context.output.warn(`Sealing of envelope ${id} failed, and only support can retry it.`);
  }
  if (options.ids === undefined || failed.length > 0) {
    for (const id of missing) context.output.warn(`The service does not show envelope ${id} to this key.`);
  }
  const [first] = failed;
  if (first === undefined) return failMissing(options, missing);
  const message = `The documents of ${pluralize(failed.length, 'envelope')} were not saved.`;
  const some = count.saved + count.earlier > 0;
  throw new CommandFailure(some ? 13 : 9, explainedBefore(first.code), message, {
    ...(hint === undefined ? {} : { hint }),
    details: { failed },
  });
}

function refuse({ position, mailto, force }: ManyOptions): void {
  const single = [
    ['--position', position],
    ['--mailto', mailto],
    ['--force', force],
  ].find(([, value]) => value !== undefined)?.[0];
  if (single !== undefined) {
    throw new UsageFailure(`${String(single)} is for one envelope.`, {
      code: 'conflicting_options',
      ...(single === '--force' ? { hint: 'To download a file again, move the old one away.' } : {}),
    });
  }
}

const properties = ['name', 'email', 'role'];

/**
 * A name in the pattern that no file could have: one of another kind, or a role that none of the envelopes has, where this
 * machine has read them all. Throws UsageFailure.
 */
async function refuseNames(context: Context, pattern: string, ids: readonly string[]): Promise<void> {
  const wanted = new Set<string>();
  for (const name of namesInPattern(pattern)) {
    if (name === 'title' || name === 'id') continue;
    const target = columnTarget(name);
    if (target?.kind === 'recipient' && properties.includes(target.property)) wanted.add(target.role);
    else
      throw misnamed(name, ['title', 'id'], 'Use {title}, {id}, {ROLE.name} or {ROLE.email}, such as {Tenant.name}.');
  }
  const memory = await openMemory(context);
  const roles = new Set<string>();
  for (const id of wanted.size === 0 ? [] : ids) {
    const recipients = (await memory.read(id.toLowerCase()))?.recipients;
    // An envelope that was never read may have any role.
    if (recipients === undefined) return;
    for (const { role } of recipients) roles.add(role);
  }
  const [odd] = [...wanted].filter((role) => !roles.has(role));
  if (odd !== undefined && roles.size > 0) throw misnamed(odd, [...roles], `The roles are: ${[...roles].join(', ')}.`);
}

function misnamed(name: string, known: readonly string[], hint: string): UsageFailure {
  const close = nearest(name, known);
  return new UsageFailure(`--file-name: nothing is called "${name}".`, {
    code: 'invalid_value',
    hint: close === null ? hint : `Did you mean "${close}"? ${hint}`,
  });
}

/** The pattern filled; null, with a note, where the envelope lacks a name in it. */
function named(context: Context, pattern: string, { id, title, recipients }: Envelope): string | null {
  // In the pattern of a title, `{title}` and `{id}` are not columns.
  const own = pattern.replaceAll(/\{(title|id)\}/g, (_, name) => (name === 'id' ? id : title.replaceAll('{', '{{')));
  const current = recipients.filter(({ status }) => status !== 'delegated');
  const filled = fillTitle(own, { recipients: current.map(({ role, name, email }) => ({ role, name, email })) });
  if ('title' in filled) return filled.title;
  context.output.note(`Envelope ${id} has no ${filled.missing}: its files keep the names of the documents.`);
  return null;
}

function words({ manifest, envelopes, saved, earlier, unsealed, not_found: missing, failed, ...rest }: Done): string {
  const parts = [
    `${saved} saved`,
    ...(earlier > 0 ? [`${earlier} saved before`] : []),
    ...(unsealed > 0 ? [`${unsealed} not sealed`] : []),
    ...(rest.sealing_failed.length > 0 ? [`sealing of ${rest.sealing_failed.length} failed`] : []),
    ...(missing.length > 0 ? [`${missing.length} not found`] : []),
    ...(failed.length > 0 ? [`${failed.length} failed`] : []),
  ];
  return `${pluralize(envelopes, 'envelope')}: ${parts.join(', ')}. Every file is in ${manifest}, with its SHA-256.`;
}
