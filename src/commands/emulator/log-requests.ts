import { Option } from 'commander';
import { EsignCommand } from '../../cli/command.js';
import type { Context } from '../../cli/context.js';
import { writeJson } from '../../terminal/json.js';
import type { View } from '../../terminal/output.js';
import { control } from '../../emulator-client/control.js';

export interface EmulatorLogRequestsOptions {
  readonly refused?: boolean;
  readonly curl?: boolean;
  readonly har?: boolean;
}

interface LoggedRequest {
  readonly at: string;
  readonly method: string;
  readonly path: string;
  readonly status: number | null;
  readonly fault: string | null;
  readonly answered: boolean;
  readonly refusal: Refusal | null;
}

interface Refusal {
  readonly code: string;
  readonly message: string;
  readonly rule: string;
  readonly section: string | null;
  readonly basis: string;
}

/** `esign emulator log requests`: what reached the service, and by which rule it was refused. */
export function emulatorLogRequestsCommand(context: Context): EsignCommand {
  return new EsignCommand('requests')
    .summary('Show what reached the service, and why it was refused')
    .description(
      'List the last thousand requests since the start: of one that was refused also the message, what the description ' +
        'says of its code and where, or which assumption fills the gap, and the fault that a request met. No credential ' +
        'is kept.',
    )
    .addOption(new Option('--refused', 'only those that were refused'))
    .addOption(new Option('--curl', 'as lines for a shell, which take the key from ESIGN_API_KEY'))
    .addOption(new Option('--har', 'as HAR 1.2, which the developer tools of a browser open').conflicts('curl'))
    .example('esign emulator log requests --refused', 'See why a test failed.')
    .example('esign emulator log requests --curl', 'To try them again by hand.')
    .example('esign emulator log requests --har > requests.har', 'To look at them in a browser.')
    .exits([0, 1, 2, 3, 4, 8, 130])
    .action((options: EmulatorLogRequestsOptions) => runLogRequests(context, options));
}

export async function runLogRequests(
  context: Context,
  { refused, curl, har }: EmulatorLogRequestsOptions,
): Promise<void> {
  const ask = async <T>(format?: 'curl' | 'har'): Promise<T> => {
    const query = new URLSearchParams({
      ...(refused === true ? { refused: 'true' } : {}),
      ...(format === undefined ? {} : { format }),
    });
    return await control<T>(context, { method: 'GET', path: `/_emulator/requests?${query.toString()}` });
  };
  const write = (text: string): Promise<void> => context.output.bytes(Buffer.from(text, 'utf8'));
  if (curl === true) {
    const { data } = await ask<{ readonly data: readonly string[] }>('curl');
    return await write(data.map((line) => `${line}\n`).join(''));
  }
  if (har === true) return await write(`${writeJson(await ask('har'), 2)}\n`);
  const body = await ask<{ readonly data: readonly LoggedRequest[] }>();
  await context.output.result(body, context.output.form === 'human' ? linesOf(context, body.data) : tableOf(body.data));
}

const tableOf = (requests: readonly LoggedRequest[]): View => ({
  table: {
    columns: ['AT', 'STATUS', 'REQUEST', 'WHY'],
    rows: requests.map((request) => [
      { instant: request.at },
      request.status === null ? null : String(request.status),
      `${request.method} ${request.path}`,
      whyOf(request),
    ]),
    empty: '',
  },
});

/** A request on a line, and under it why it was refused, which no column has room for. */
function linesOf({ output }: Context, requests: readonly LoggedRequest[]): View {
  return {
    human: (colour, clean) =>
      requests.length === 0
        ? 'Nothing has reached the service since the start.'
        : requests
            .flatMap((request) => [
              [
                colour.dim(output.instant(request.at)),
                request.status === null ? '---' : String(request.status),
                clean(`${request.method} ${request.path}`),
              ].join('  '),
              ...reasons(request).map((text) => `    ${clean(text)}`),
            ])
            .join('\n'),
  };
}

function reasons(request: LoggedRequest): readonly string[] {
  const { refusal, fault } = request;
  const met = metOf(request);
  if (refusal === null) return met === null ? [] : [met];
  const said = `${refusal.code}: ${refusal.message}`;
  if (fault !== null) return [said, ...(met === null ? [] : [met])];
  return [said, refusal.rule, placeOf(refusal)];
}

/** Where the rule stands, and how sure that is; an assumption says both. */
const placeOf = ({ section, basis }: Refusal): string =>
  section?.startsWith('Assumption ') === true ? section : [section, basis].filter((part) => part !== null).join('; ');

/** The fault of its operation that a request met, in words. */
function metOf({ fault, answered }: LoggedRequest): string | null {
  if (fault === null) return null;
  const name = fault === 'answer' ? 'answered by a fault' : `fault ${fault.replaceAll('_', '-')}`;
  return `${name}${answered ? '' : ', never answered'}`;
}

function whyOf(request: LoggedRequest): string | null {
  const { refusal } = request;
  const met = metOf(request);
  if (refusal === null) return met;
  const { code, message, rule } = refusal;
  return `${code}: ${message} ${met ?? `${rule} (${placeOf(refusal)})`}`;
}
