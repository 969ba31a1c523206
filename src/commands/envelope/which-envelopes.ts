import type { Context } from '../../cli/context/context.js';
import { CommandFailure, UsageFailure } from '../../cli/failure/failure.js';
import { readIdsFile } from '../../cli/files/ids-file.js';
import { envelopeId } from '../../sending/envelope/view.js';
import { envelopesOfRun } from './runs.js';

/** The flags of commands that take one envelope or many. */
export interface WhichEnvelopes {
  readonly ids?: string;
  readonly run?: string;
  readonly all?: boolean;
}

/** Throws UsageFailure unless exactly one of them is given. */
export function refuseSources(id: string | undefined, { ids, run, all }: WhichEnvelopes): void {
  const sources = [id, ids, run, all].filter((source) => source !== undefined);
  if (sources.length === 1) return;
  throw new UsageFailure('Specify an envelope ID, --ids, --run or --all, and only one of them.', {
    code: sources.length === 0 ? 'missing_argument' : 'conflicting_options',
  });
}

/** The envelopes of a file, of a run, or all that this machine knows; those it knows with the newest first. */
export async function knownIds(
  context: Context,
  { ids, run }: WhichEnvelopes,
  host: string,
): Promise<readonly string[]> {
  if (ids !== undefined) return (await readIdsFile(context.files, ids, envelopeId)).toReversed();
  const known =
    run === undefined
      ? [...(await (await context.journal()).envelopes(host))]
      : await envelopesOfRun(context, run, host);
  return known.map(({ id }) => id);
}

/** A folder as named, with a slash: one that exists may be named without it. Throws UsageFailure, which says `why`. */
export async function folderNamed(
  { files }: Context,
  output: string | undefined,
  { why, example }: { readonly why: string; readonly example: string },
): Promise<string> {
  const placed = await files.place(output ?? '-', example);
  if (output !== undefined && placed !== '-' && placed !== output) return output.replace(/\/?$/, '/');
  throw new UsageFailure(why, {
    code: 'folder_needed',
    hint: `End the path with a slash: -o ${placed === '-' ? example : output}/`,
  });
}

/** As many IDs as a sentence can hold. */
export const firstOf = (ids: readonly string[]): string =>
  ids.length <= mostNamed ? ids.join(', ') : `${ids.slice(0, mostNamed).join(', ')} and ${ids.length - mostNamed} more`;

const mostNamed = 5;

/** At the end of a command: IDs of a file that the service does not know are a failure. Throws CommandFailure (4). */
export function failMissing({ ids }: WhichEnvelopes, missing: readonly string[]): void {
  const [first] = missing;
  if (ids === undefined || first === undefined) return;
  const message =
    missing.length === 1
      ? `Envelope ${first} not found.`
      : `${missing.length} envelopes not found: ${firstOf(missing)}.`;
  throw new CommandFailure(4, 'not_found', message, { hint: 'Correct the IDs, or use the key that they belong to.' });
}
