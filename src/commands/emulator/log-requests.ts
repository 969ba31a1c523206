import { Option } from 'commander';
import { EsignCommand } from '../../cli/flags/command.js';
import type { Context } from '../../cli/context/context.js';
import { UsageFailure } from '../../cli/failure/failure.js';
import { visibleJson } from '../../core/platform/visible-text.js';
import { addListOptions, followOption, followReady } from '../../cli/flags/paging.js';
import { type LogOptions, printLog, usualEntries } from '../../cli/emulator/log-list.js';
import type { Colour } from '../../core/terminal/colour.js';
import type { View } from '../../core/terminal/output.js';
import { control } from '../../cli/emulator/control.js';
import { controlAnswer, type LoggedRequest, type RequestList } from '../../cli/emulator/control-types.js';

interface EmulatorLogRequestsOptions extends LogOptions {
  readonly refused?: boolean;
  readonly curl?: boolean;
  readonly har?: boolean;
}

/** `esign emulator log requests`: the requests to the service, and why they were rejected. */
export function emulatorLogRequestsCommand(context: Context): EsignCommand {
  const command = new EsignCommand('requests')
    .summary('List requests and explain rejected ones')
    .description(
      'List the last 1000 requests since the start. Rejected requests also show the message, what the API description ' +
        'says about the error code and where, or the assumption that fills the gap, with the ID for `esign spec rule`. ' +
        'Injected faults are shown too. Credentials are not stored.',
    )
    .addOption(new Option('--refused', 'show rejected requests only'))
    .addOption(followOption())
    .addOption(new Option('--curl', 'print curl commands that use ESIGN_API_KEY').conflicts([...whole]))
    .addOption(new Option('--har', 'print HAR 1.2 for the developer tools of a browser').conflicts(['curl', ...whole]))
    .example('esign emulator log requests --refused', 'Find out why a test failed.')
    .example('esign emulator log requests --curl', 'Print commands to repeat the requests by hand.')
    .example('esign emulator log requests --har > requests.har', 'Write a file to open in a browser.')
    .prints(async (s) => s.object({ data: s.list(await loggedRequest()), more: s.flag }))
    .prints(null, '--curl')
    .prints((s) => s.object({ log: s.record(s.anything) }), '--har')
    .streams(
      async (s) =>
        s.either(followReady(s), s.object({ type: s.literal('request'), ...(await loggedRequest()).entries })),
      '--follow',
    )
    .exits([0, 1, 2, 3, 4, 8, 129, 130, 143])
    .action((options: EmulatorLogRequestsOptions) => runLogRequests(context, options));
  return addListOptions(command, usualEntries);
}

const loggedRequest = controlAnswer('loggedRequest');
/** --curl and --har print the whole log. */
const whole = ['follow', 'since', 'limit', 'all'];

async function runLogRequests(context: Context, options: EmulatorLogRequestsOptions): Promise<void> {
  const { refused, curl, har } = options;
  if ((curl === true || har === true) && context.flags().jq !== undefined) {
    throw new UsageFailure(`${curl === true ? '--curl' : '--har'} and --jq cannot be used together.`, {
      code: 'conflicting_options',
      hint: '--jq filters the list of requests. Remove one of them.',
    });
  }
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
  if (har === true) return await write(`${visibleJson(await ask('har'), 2)}\n`);
  await printLog(context, options, {
    read: async (after) => {
      const { data } = await ask<RequestList>();
      // A restarted emulator counts its requests from 1.
      const last = data.at(-1)?.sequence ?? 0;
      return { data: data.filter(({ sequence }) => last < after || sequence > after), last };
    },
    at: ({ at }) => at,
    view: (data) =>
      context.output.form === 'human'
        ? linesOf(context, data, refused === true ? 'No request was refused.' : 'No requests yet.')
        : tableOf(data),
    head: null,
    line: (request) => ({
      id: String(request.sequence),
      value: { type: 'request', ...request },
      human: (colour, clean) => lineOf(context, request, colour, clean),
    }),
  });
}

const tableOf = (requests: readonly LoggedRequest[]): View => ({
  table: {
    columns: ['TIME', 'STATUS', 'REQUEST', 'REASON'],
    rows: requests.map((request) => [
      { instant: request.at },
      request.status === null ? null : String(request.status),
      `${request.method} ${request.path}`,
      whyOf(request),
    ]),
    empty: '',
  },
});

/** A request on a line, and below it the reason for a rejection, which is too long for a column. */
function linesOf({ output }: Context, requests: readonly LoggedRequest[], none: string): View {
  return {
    human: (colour, clean) =>
      requests.length === 0 ? none : requests.map((request) => lineOf({ output }, request, colour, clean)).join('\n'),
  };
}

const lineOf = (
  { output }: Pick<Context, 'output'>,
  request: LoggedRequest,
  colour: Colour,
  clean: (text: string) => string,
): string =>
  [
    [
      colour.dim(output.instant(request.at)),
      request.status === null ? '---' : String(request.status),
      clean(`${request.method} ${request.path}`),
    ].join('  '),
    ...reasons(request).map((text) => `    ${clean(text)}`),
  ].join('\n');

function reasons(request: LoggedRequest): readonly string[] {
  const { refusal, fault } = request;
  const met = metOf(request);
  if (refusal === null) return met === null ? [] : [met];
  const refused = `${refusal.code}: ${refusal.message}`;
  if (fault !== null) return [refused, ...(met === null ? [] : [met])];
  return [refused, refusal.rule, placeOf(refusal)];
}

/** The section of the rule with its id, and its basis; an assumption has both. */
function placeOf({ rule_id, section, basis }: NonNullable<LoggedRequest['refusal']>): string {
  const place = section === null ? null : `${section} [${rule_id ?? ''}]`;
  return section?.startsWith('Assumption ') === true
    ? `${place}`
    : [place, basis].filter((part) => part !== null).join('; ');
}

/** The operation fault that applied to a request, as text. */
function metOf({ fault, answered }: LoggedRequest): string | null {
  if (fault === null) return null;
  const name = fault === 'answer' ? 'response from a fault' : `fault ${fault.replaceAll('_', '-')}`;
  return `${name}${answered ? '' : ', no response'}`;
}

function whyOf(request: LoggedRequest): string | null {
  const { refusal } = request;
  const met = metOf(request);
  if (refusal === null) return met;
  const { code, message, rule } = refusal;
  return `${code}: ${message} ${met ?? `${rule} (${placeOf(refusal)})`}`;
}
