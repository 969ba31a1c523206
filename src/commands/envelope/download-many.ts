import type { Context } from '../../cli/context/context.js';
import { pluralize } from '../../cli/context/counted.js';
import { CommandFailure, UsageFailure } from '../../cli/failure/failure.js';
import { readIdsFile } from '../../cli/files/ids-file.js';
import type { SaveOptions } from '../../cli/files/written-files.js';
import type { Envelope } from '../../contract/resources/envelope.js';
import type { Shaped, ShapeBlocks } from '../../contract/shape.js';
import { requireBaseUrl } from '../../core/config/settings.js';
import { serviceHost } from '../../contract/service-host.js';
import { fillTitle } from '../../sending/envelope/title-pattern.js';
import { envelopeId } from '../../sending/envelope/view.js';
import { manifestName, SealedFolder } from '../../sending/sealed-pdf/download-many.js';
import { type CaOptions, trustAt } from '../../sending/sealed-pdf/trust.js';
import { envelopesOfRun } from './runs.js';

/** `envelope download` of several envelopes into a folder. */

interface ManyOptions extends SaveOptions, CaOptions {
  readonly ids?: string;
  readonly run?: string;
  readonly all?: boolean;
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
    not_found: s.list(s.text),
    failed: s.list(s.object({ id: s.text, code: s.text, message: s.text })),
  });
type Done = Shaped<typeof manyShape>;

/** Envelopes between two progress updates. */
const progressEvery = 20;

/** Throws UsageFailure, the client's failures, and CommandFailure (9, 13) where documents were not saved. */
export async function downloadMany(context: Context, options: ManyOptions): Promise<void> {
  refuse(options);
  const client = await context.api();
  const base = requireBaseUrl(context.settings());
  const ids = await idsOf(context, options, serviceHost(base));
  const trust = options.verify === false ? null : await trustAt(context, options.caFile ?? [], base);
  const { fileName: name } = options;
  const nameOf = name === undefined ? null : (envelope: Envelope) => named(context, name, envelope);
  const folder = new SealedFolder({ context, client, folder: options.output, trust, nameOf });
  await folder.open();
  const count = { saved: 0, earlier: 0, unsealed: 0 };
  const missing: string[] = [];
  const failed: Done['failed'][number][] = [];
  const progress = context.output.progress(`Downloading ${pluralize(ids.length, 'envelope')}`);
  try {
    for (const [index, id] of ids.entries()) {
      const outcome = await folder.save(id);
      if (outcome.is === 'failed') {
        failed.push({ id, code: outcome.failure.code, message: outcome.failure.message });
        context.output.warn(`${id}: ${outcome.failure.message}`);
      } else if (outcome.is === 'not_found') missing.push(id);
      else count[outcome.is] += 1;
      if ((index + 1) % progressEvery === 0) progress.update(`Downloaded ${index + 1} of ${ids.length} envelopes`);
    }
  } finally {
    progress.stop();
  }
  const manifest = context.files.resolve(`${options.output}${manifestName}`);
  const done: Done = { manifest, envelopes: ids.length, ...count, not_found: missing, failed };
  await context.output.result(done, { human: words(done), ids: [manifest] });
  for (const id of missing) context.output.warn(`The service does not show envelope ${id} to this key.`);
  const [first] = failed;
  if (first === undefined) return;
  const message = `The documents of ${pluralize(failed.length, 'envelope')} were not saved.`;
  const some = count.saved + count.earlier > 0;
  throw new CommandFailure(some ? 13 : 9, first.code, message, { details: { failed } });
}

function refuse({ output, position, mailto, force }: ManyOptions): void {
  const single = [
    ['--position', position],
    ['--mailto', mailto],
    ['--force', force],
  ].find(([, value]) => value !== undefined)?.[0];
  if (single !== undefined) {
    throw new UsageFailure(`${String(single)} is for one envelope.`, { code: 'conflicting_options' });
  }
  if (output.endsWith('/')) return;
  throw new UsageFailure('Many envelopes need a folder.', {
    code: 'folder_needed',
    hint: `End the path with a slash: -o ${output === '-' ? 'signed' : output}/`,
  });
}

/** The oldest first, so that the manifest grows in their order. */
async function idsOf(context: Context, { ids, run }: ManyOptions, host: string): Promise<readonly string[]> {
  if (ids !== undefined) return await readIdsFile(context.files, ids, envelopeId);
  const known =
    run === undefined
      ? [...(await (await context.journal()).envelopes(host))]
      : await envelopesOfRun(context, run, host);
  return known.map(({ id }) => id).toReversed();
}

/** The pattern filled; null, with a note, where the envelope lacks a name in it. */
function named(context: Context, pattern: string, { id, title, recipients }: Envelope): string | null {
  // In the pattern of a title, `{title}` and `{id}` are not columns.
  const own = pattern.replaceAll('{title}', () => title.replaceAll('{', '{{')).replaceAll('{id}', id);
  const filled = fillTitle(own, { recipients: recipients.map(({ role, name, email }) => ({ role, name, email })) });
  if ('title' in filled) return filled.title;
  context.output.note(`Envelope ${id} has no ${filled.missing}: its files keep the names of the documents.`);
  return null;
}

function words({ manifest, envelopes, saved, earlier, unsealed, not_found: missing, failed }: Done): string {
  const parts = [
    `${saved} saved`,
    ...(earlier > 0 ? [`${earlier} saved before`] : []),
    ...(unsealed > 0 ? [`${unsealed} not sealed`] : []),
    ...(missing.length > 0 ? [`${missing.length} not found`] : []),
    ...(failed.length > 0 ? [`${failed.length} failed`] : []),
  ];
  return `${pluralize(envelopes, 'envelope')}: ${parts.join(', ')}. Every file is in ${manifest}, with its SHA-256.`;
}
