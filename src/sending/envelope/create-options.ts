import { Option } from 'commander';
import type { EsignCommand } from '../../cli/flags/command.js';
import type { Context } from '../../cli/context/context.js';
import { parseDuration, parseInstant } from '../../cli/flags/duration.js';
import { FileFailure, UsageFailure } from '../../cli/failure/failure.js';
import { collect, optionFor } from '../../cli/flags/option.js';
import { parseRecipient } from '../../cli/flags/recipient.js';
import { type Address, lockValues, parseAddress, parseValue, writeAddress } from '../../cli/flags/value.js';
import { readPlacedValues } from '../../cli/files/values-file.js';
import { createEnvelope, type RecipientRequest, type ValueRequest } from '../../contract/operations/envelopes.js';
import { serviceTime } from '../../cli/emulator/service-time.js';
import { spreadsheetDamage } from '../../domain/rules/cell.js';
import { type AllowOptions, allowProblemOption } from '../../authoring/template/allow-problem.js';
import { brandId } from './view.js';
import { type RolesOf, withRoles } from './open-roles.js';
import { completesWith, fileEndings } from '../../cli/flags/completion-hint.js';
import { namesFile, namesProperties } from '../../cli/files/names-file.js';
import { readStructured } from '../../cli/files/structured-file.js';
import { isObject } from '../../core/platform/json.js';

/** What every creation of an envelope may choose; none of it can be changed afterwards. */
export interface CreateOptions extends AllowOptions {
  readonly send?: boolean;
  readonly expiresAt?: string;
  readonly expiresIn?: number;
  readonly brand?: string;
  readonly completionDelivery?: 'service' | 'integrator';
}

/** Who signs, and which values are prefilled. */
export interface PeopleOptions {
  readonly title?: string;
  readonly recipient?: readonly RecipientRequest[];
  readonly value?: readonly ValueRequest[];
  readonly valuesFile?: string;
  readonly lock?: readonly Address[];
}

const { body } = createEnvelope();

/** The flags for the people of an envelope and their values. */
export function addPeopleOptions(command: EsignCommand, title: string): EsignCommand {
  return command
    .addOption(
      new Option(
        '--to, --recipient <role=…,name=…,email=…>',
        'a recipient, in routing order; "NAME <ADDRESS>" if one role is open; also job_title, company, embedded, external_ref and ' +
          'standing_authorisation_id; repeatable',
      ).argParser(collect(parseRecipient)),
    )
    .addOption(
      new Option(
        '--value <subject.key=text>',
        'prefill a field; `.key=text` for the signer’s own; write a dot inside a subject as `\\.`; repeatable',
      ).argParser(collect(parseValue)),
    )
    .addOption(
      completesWith(new Option('--values-file <file>', 'values as YAML, JSON or CSV; `-` is stdin'), {
        files: fileEndings.values,
      }),
    )
    .addOption(
      new Option('--lock <subject.key>', 'make a value read-only for the signer; repeatable').argParser(
        collect((text) => parseAddress(text)),
      ),
    )
    .addOption(optionFor('--title <title>', title, body, 'title'));
}

/** The flags for how and until when an envelope is sent. */
export function addCreateOptions(command: EsignCommand): EsignCommand {
  return command
    .addOption(new Option('--send', 'send it (default: create a draft)'))
    .addOption(
      new Option('--expires-at <instant>', 'deadline with time zone: 2026-12-01T17:00:00+02:00')
        .argParser((text) => parseInstant(text))
        .conflicts('expiresIn'),
    )
    .addOption(
      new Option('--expires-in <duration>', 'deadline from now: 14d, 34h1m').argParser((text) => parseDuration(text)),
    )
    .addOption(new Option('--brand <id>', 'brand (default: the one of the organisation)').argParser(brandId))
    .addOption(allowProblemOption('send a form with this problem'))
    .addOption(
      optionFor(
        '--completion-delivery <who>',
        'who gets the signed copy: everybody by mail from the service, or nobody, so that you send it (default: integrator)',
        body,
        'completion_delivery',
      ),
    );
}

/** The body of a creation as it is put together from a file and flags. */
export type Draft = Readonly<Record<string, unknown>>;

/** Reads the texts of values as the fields of a form take them. */
export type ReadCells = (values: readonly ValueRequest[]) => Promise<readonly ValueRequest[]>;

/**
 * Lays the flags over a body from `--input`: lists grow, anything else takes the place of the file's. The body is in the
 * service's own words; `readCells` is for what people write, in flags and values files, and `rolesOf` for recipients that
 * the flags name without a role.
 */
export async function withSending(
  context: Context,
  from: Draft,
  options: CreateOptions & PeopleOptions,
  readCells: ReadCells,
  rolesOf: RolesOf,
): Promise<Draft> {
  const listed = listOf(from, 'recipients');
  const recipients = [...listed, ...(await withRoles(options.recipient ?? [], listed, rolesOf))];
  const written = await writtenValues(context, options);
  const before = listOf(from, 'values') as readonly ValueRequest[];
  const values = lockValues(overlaid(before, await readCells(written)), options.lock ?? []);
  return {
    ...from,
    ...(options.title === undefined ? {} : { title: options.title }),
    ...(recipients.length === 0 ? {} : { recipients }),
    ...(values.length === 0 ? {} : { values }),
    ...(await sendingOf(context, options)),
  };
}

/** What those flags say, in the words of a request body. */
export async function sendingOf(context: Context, options: CreateOptions): Promise<Draft> {
  const deadline =
    options.expiresIn === undefined
      ? options.expiresAt
      : new Date((await serviceTime(context)) + options.expiresIn).toISOString();
  return {
    ...(options.send === true ? { send: true } : {}),
    ...(deadline === undefined ? {} : { expires_at: deadline }),
    ...(options.brand === undefined ? {} : { brand_id: options.brand }),
    ...(options.completionDelivery === undefined ? {} : { completion_delivery: options.completionDelivery }),
  };
}

/**
 * The values of `--values-file` and of `--value`: the flag wins where two have the same address, and the last flag. Two
 * values for one address within a file stay for the service to refuse: nobody can say which is meant.
 */
export async function writtenValues(
  context: Context,
  { value = [], valuesFile }: PeopleOptions,
): Promise<readonly ValueRequest[]> {
  const placed = valuesFile === undefined ? [] : await readPlacedValues(context.files, valuesFile);
  const shown = valuesFile === '-' ? 'stdin' : valuesFile;
  for (const { request, at } of placed) warnOfDamage(context, request, `${shown}:${at.value.line}:${at.value.column}:`);
  for (const request of value) warnOfDamage(context, request, '--value');
  const flags = [...new Map(value.map((entry) => [addressOf(entry), entry])).values()];
  return overlaid(
    placed.map(({ request }) => request),
    flags,
  );
}

function warnOfDamage(context: Context, request: ValueRequest, place: string): void {
  const { subject = null, key, value } = request;
  const says = typeof value === 'string' ? spreadsheetDamage(key, value) : null;
  if (says !== null) context.output.warn(`${place} ${writeAddress({ subject, key })} "${String(value)}" ${says}`);
}

const addressOf = ({ subject, key }: ValueRequest): string => JSON.stringify([subject ?? null, key]);

function overlaid(under: readonly ValueRequest[], over: readonly ValueRequest[]): readonly ValueRequest[] {
  const given = new Set(over.map(addressOf));
  return [...under.filter((entry) => !given.has(addressOf(entry))), ...over];
}

/** A list of a body from a file; anything else there is left for the check of the whole body to name. */
export function listOf(from: Draft, name: string): readonly unknown[] {
  const value = from[name];
  if (value === undefined || value === null) return [];
  if (Array.isArray(value)) return value as readonly unknown[];
  throw new UsageFailure(`\`${name}\` in the file is not a list.`, {
    code: 'file_invalid',
    hint: `Write \`${name}\` as a list.`,
  });
}

/**
 * Reads `--input`: a request body as YAML or JSON; empty without the flag. `others` are the other input paths of
 * the command line, to refuse a second use of stdin.
 */
export async function readBodyFile(
  context: Context,
  path: string | undefined,
  others: readonly (string | undefined)[] = [],
): Promise<Draft> {
  if ([path, ...others].filter((one) => one === '-').length > 1) {
    throw new UsageFailure('Stdin (`-`) can be used only once.', { hint: 'Use a file for the others.' });
  }
  if (path === undefined) return {};
  const body = await readStructured(context.files, path);
  if (isObject(body)) {
    if (namesProperties.every((name) => Object.hasOwn(body, name))) throw namesFile(path, 'a request body');
    return body;
  }
  throw new FileFailure('input', path, `${path === '-' ? 'stdin' : path} is not a request body.`, {
    code: 'file_invalid',
    hint: 'Write a YAML or JSON object with properties such as template_id and recipients.',
  });
}
