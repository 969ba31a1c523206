import { join } from 'node:path';
import { Option } from 'commander';
import type { Context } from '../../cli/context/context.js';
import { pluralize } from '../../cli/context/counted.js';
import { serviceTime } from '../../cli/emulator/service-time.js';
import { serviceExitCodes } from '../../cli/failure/exit-code.js';
import { CommandFailure, UsageFailure } from '../../cli/failure/failure.js';
import { csvCell } from '../../cli/files/csv.js';
import { EsignCommand } from '../../cli/flags/command.js';
import { parseDuration } from '../../cli/flags/duration.js';
import type { Shaped, ShapeBlocks } from '../../contract/shape.js';
import { fileNameOf } from '../../core/platform/file-name.js';
import { openMemory } from '../../sending/envelope/known-status.js';
import { mailtoOf, messageOf } from '../../sending/envelope/mail-draft.js';
import { type Nudge, type Nudges, nudgesOf, type WaitingEnvelope } from '../../sending/envelope/nudges.js';
import { readKnown } from '../../sending/envelope/read-known.js';
import { spanWords } from '../../sending/envelope/status-words.js';
import { envelopeId } from '../../sending/envelope/view.js';
import type { SeenEnvelope } from '../../store/envelope-states.js';
import { failMissing, folderNamed, knownIds, refuseSources, type WhichEnvelopes } from './which-envelopes.js';

interface EnvelopeNudgeOptions extends WhichEnvelopes {
  readonly id?: string;
  readonly waitingLongerThan: number;
  readonly maxAge?: number;
  readonly format?: 'mailto' | 'csv' | 'eml';
  readonly output?: string;
  readonly force?: boolean;
}

const nudgeShape = (s: ShapeBlocks) =>
  s.object({
    data: s.list(
      s.object({
        name: s.text,
        email: s.text,
        envelopes: s.list(
          s.object({
            id: s.text,
            title: s.text,
            waiting_since: s.nullable(s.instant),
            waiting_since_exact: s.flag,
            expires_at: s.nullable(s.instant),
            invitation_undelivered: s.flag,
            holds_up: s.list(s.text),
          }),
        ),
        subject: s.text,
        text: s.text,
        mailto: s.text,
        file: s.optional(s.text),
      }),
    ),
    unmailed: s.list(
      s.object({ id: s.text, title: s.text, role: s.text, name: s.text, why: s.oneOf('embedded', 'address') }),
    ),
    unread: s.count,
  });
type Nudged = Shaped<typeof nudgeShape>;

/** Envelopes between two progress updates. */
const progressEvery = 100;

/** `esign envelope nudge`: mail drafts to those who keep others waiting, because the service reminds nobody. */
export function envelopeNudgeCommand(context: Context): EsignCommand {
  return new EsignCommand('nudge')
    .summary('Write mail drafts to people who keep others waiting')
    .description(
      'Write a mail draft to each person whom envelopes wait for, one for all of their envelopes, and send nothing. A ' +
        'draft is a link that opens it in a mail program, or an .eml file with -o DIR/; --format csv writes a list for a ' +
        'mail merge.\n\n' +
        'The service has no reminder. It makes no link for a recipient whom it emails, so a draft asks to open the ' +
        'invitation again. Embedded recipients get no draft: they sign in your app, and a signing URL is a secret that ' +
        'lives 10 minutes; see `esign embed`. An envelope that was sent to a wrong address has to be replaced; see ' +
        '`esign envelope correct`.',
    )
    .argument('[envelope]', 'envelope ID', envelopeId)
    .option('--ids <file>', 'envelopes with these IDs, separated by white space; `-` is stdin')
    .option('--run <name>', 'the envelopes of a bulk run; see `esign envelope runs`')
    .option('--all', 'all envelopes that this machine knows')
    .addOption(
      new Option('--waiting-longer-than <duration>', 'time for the same people to act (default: 0s)')
        .default(0, '0s')
        .argParser((text) => parseDuration(text, '--waiting-longer-than', true)),
    )
    .addOption(
      new Option(
        '--max-age <duration>',
        'use what this machine read at most this long ago (default: only what is final)',
      ).argParser((text) => parseDuration(text, '--max-age')),
    )
    .addOption(
      new Option('--format <format>', 'form of the drafts (default: mailto; with -o eml)').choices([
        'mailto',
        'csv',
        'eml',
      ]),
    )
    .addOption(new Option('-o, --output <file>', 'folder/ for the .eml files, or file for the CSV'))
    .addOption(new Option('--force', 'overwrite an existing file'))
    .example('esign envelope nudge 9b2d6c1e-7f3a-4d5b-8c9e-0a1b2c3d4e5f', 'Write to those whose turn it is.')
    .example(
      'esign envelope nudge --all --waiting-longer-than 3d -o drafts/',
      'Write an .eml file for each person who was asked three days ago.',
    )
    .example('esign envelope nudge --all --format csv -o nudges.csv', 'Write a list for a mail merge.')
    .usesOperations('getEnvelope', 'listEnvelopeDocuments')
    .prints(nudgeShape)
    .prints((s) => s.either(s.object({ csv: s.text }), nudgeShape(s)), '--format')
    .plain('--format', ({ format, output }) => format === 'csv' && output === undefined)
    .exits(serviceExitCodes)
    .action((id: string | undefined, options: EnvelopeNudgeOptions) =>
      runEnvelopeNudge(context, id === undefined ? options : { ...options, id }),
    );
}

async function runEnvelopeNudge(context: Context, options: EnvelopeNudgeOptions): Promise<void> {
  refuseSources(options.id, options);
  const format = options.format ?? (options.output === undefined ? 'mailto' : 'eml');
  refuseForm(format, options);
  if (format === 'eml')
    await folderNamed(context, options.output, { why: 'The .eml files need a folder.', example: 'drafts' });
  const { nudges, unread, missing } = await nudgesFor(context, options);
  const { people } = nudges;
  if (format === 'csv') await writeCsv(context, people, options);
  const files = format === 'eml' ? await writeMessages(context, people, options) : [];
  if (format !== 'csv' || options.output !== undefined) {
    const file = (index: number): Pick<Nudged['data'][number], 'file'> =>
      files[index] === undefined ? {} : { file: files[index] };
    const done: Nudged = {
      data: people.map((nudge, index) => ({ ...factsOf(nudge), ...file(index) })),
      unmailed: nudges.unmailed,
      unread,
    };
    await context.output.result(done, {
      human: await words(context, nudges, { format, files, output: options.output ?? '' }),
      ids: [...new Set(people.flatMap(({ envelopes }) => envelopes.map(({ id }) => id)))],
    });
  }
  tellUnmailed(context, nudges);
  if (unread === 0) return failMissing(options, missing);
  throw new CommandFailure(
    7,
    'rate_limited',
    `${pluralize(unread, 'envelope')} could not be read within the rate limit.`,
    {
      hint: 'Run the command again in a minute.',
    },
  );
}

/** Throws UsageFailure. */
function refuseForm(format: 'mailto' | 'csv' | 'eml', { output, force }: EnvelopeNudgeOptions): void {
  if (format === 'mailto' && output !== undefined) {
    throw new UsageFailure('--format mailto writes no file.', {
      code: 'conflicting_options',
      hint: 'Use --format eml with -o DIR/, or --format csv with -o FILE.',
    });
  }
  if (force === true && output === undefined)
    throw new UsageFailure('--force requires -o.', { code: 'missing_option' });
}

async function nudgesFor(
  context: Context,
  options: EnvelopeNudgeOptions,
): Promise<{ readonly nudges: Nudges; readonly unread: number; readonly missing: readonly string[] }> {
  const memory = await openMemory(context);
  const ids = options.id === undefined ? await knownIds(context, options, memory.host) : [options.id];
  const progress = context.output.progress('Reading envelopes');
  const waiting = (words: string): void => progress.update(words);
  const seen: SeenEnvelope[] = [];
  const missing: string[] = [];
  let [read, unread] = [0, 0];
  try {
    const maxAge = options.maxAge ?? 0;
    for await (const row of readKnown(context, memory, ids, { maxAge, waiting })) {
      if (!row.current) unread += 1;
      else if (row.seen !== undefined) seen.push(row.seen);
      if (row.seen?.status === null) {
        // Of one envelope alone, nothing is left to do.
        if (options.id !== undefined) throw new CommandFailure(4, 'not_found', `Envelope ${row.id} not found.`);
        missing.push(row.id);
      }
      read += 1;
      if (read % progressEvery === 0) progress.update(`Reading envelopes: ${read} of ${ids.length}`);
    }
  } finally {
    progress.stop();
  }
  return { nudges: nudgesOf(seen, options.waitingLongerThan, await serviceTime(context)), unread, missing };
}

const factsOf = (nudge: Nudge): Nudged['data'][number] => ({
  name: nudge.name,
  email: nudge.email,
  envelopes: nudge.envelopes.map(({ id, title, since, expiresAt, isUndelivered, holdsUp }) => ({
    id,
    title,
    waiting_since: since?.at ?? null,
    waiting_since_exact: since?.exact === true,
    expires_at: expiresAt,
    invitation_undelivered: isUndelivered,
    holds_up: holdsUp,
  })),
  subject: nudge.subject,
  text: nudge.text,
  mailto: mailtoOf(nudge),
});

/** All names are checked before the first file is written. Throws FileFailure. */
async function writeMessages(
  context: Context,
  people: readonly Nudge[],
  { output = '', force = false }: EnvelopeNudgeOptions,
): Promise<readonly string[]> {
  const names = new Set<string>();
  const planned: { readonly nudge: Nudge; readonly path: string }[] = [];
  const options = { private: true, overwrite: force };
  for (const nudge of people) {
    const plain = fileNameOf(nudge.email, { after: '.eml', otherwise: 'draft' });
    const name = names.has(plain.toLowerCase()) ? `${names.size}-${plain}` : plain;
    names.add(name.toLowerCase());
    const path = await context.files.place(output, name);
    await context.files.check(path, options);
    planned.push({ nudge, path });
  }
  const written: string[] = [];
  for (const { nudge, path } of planned) {
    written.push(await context.files.write(path, await messageOf(nudge, context.clock.now()), options));
  }
  return written;
}

async function writeCsv(
  context: Context,
  people: readonly Nudge[],
  { output, force = false }: EnvelopeNudgeOptions,
): Promise<void> {
  const columns = ['name', 'email', 'envelopes', 'waiting_since', 'titles', 'ids', 'subject', 'text', 'mailto'];
  const rows = people.map(({ name, email, envelopes, subject, text, ...nudge }) => [
    name,
    email,
    String(envelopes.length),
    envelopes[0]?.since?.at ?? '',
    envelopes.map(({ title }) => title).join('; '),
    envelopes.map(({ id }) => id).join(' '),
    subject,
    text,
    mailtoOf({ ...nudge, email, subject, text }),
  ]);
  const text = [columns, ...rows].map((row) => row.map((cell) => csvCell(noFormula(cell), ',')).join(',')).join('\r\n');
  if (output === undefined) return await context.output.text('csv', `${text}\r\n`);
  const file = await context.files.place(output, 'nudges.csv');
  await context.files.write(file, `${text}\r\n`, { private: true, overwrite: force });
}

/** A spreadsheet calculates a cell that begins so. */
const noFormula = (cell: string): string => (/^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell);

async function words(
  context: Context,
  { people }: Nudges,
  { format, files, output }: { readonly format: string; readonly files: readonly string[]; readonly output: string },
): Promise<string> {
  if (people.length === 0) return 'Nobody who gets mail is waited for.';
  const now = await serviceTime(context);
  const drafts = people.flatMap((nudge) => [
    `To ${nudge.name} <${nudge.email}>:`,
    ...nudge.envelopes.map((each) => `  ${envelopeWords(each, now)}`),
    ...(format === 'mailto' ? [mailtoOf(nudge)] : []),
    '',
  ]);
  const count = pluralize(people.length, 'draft');
  if (format === 'csv') return [...drafts, `Wrote ${output} (${count}).`].join('\n');
  if (format === 'eml') return [...drafts, `Wrote ${count} to ${output}: ${files.map(baseOf).join(', ')}`].join('\n');
  return [...drafts, `${count}. Nothing was sent: open a link, and send it with your mail program.`].join('\n');
}

const baseOf = (path: string): string => path.slice(join(path, '..').length + 1);

function envelopeWords({ title, since, expiresAt, isUndelivered, holdsUp }: WaitingEnvelope, now: number): string {
  const waited =
    since === null ? '' : `, ${since.exact ? '' : 'at least '}${spanWords(Math.max(0, now - Date.parse(since.at)))}`;
  const left = expiresAt === null ? '' : `, expires in ${spanWords(Math.max(0, Date.parse(expiresAt) - now))}`;
  const after = holdsUp.length === 0 ? '' : `, holds up ${holdsUp.join(', ')}`;
  return `“${title}”${waited}${left}${after}${isUndelivered ? '. No report that the invitation was delivered' : ''}`;
}

function tellUnmailed(context: Context, { unmailed }: Nudges): void {
  const embedded = unmailed.filter(({ why }) => why === 'embedded');
  for (const { name, role, title, why } of unmailed) {
    if (why === 'address') context.output.warn(`No draft to ${name} (${role}) of “${title}”: not one email address.`);
  }
  if (embedded.length === 0) return;
  const [first] = embedded;
  const more = embedded.length > 1 ? ` and ${embedded.length - 1} more` : '';
  context.output.note(
    `No draft to ${first?.name} (${first?.role})${more}: they sign in your app. See \`esign embed ${first?.id} ROLE\`.`,
  );
}
