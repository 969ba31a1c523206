import { Option } from 'commander';
import { EsignCommand, type Runner } from '../../cli/command.js';
import type { Context } from '../../cli/context.js';
import { control } from './control.js';

export interface EmulatorLogRequestsOptions {
  readonly refused?: boolean;
  readonly curl?: boolean;
}

interface LoggedRequest {
  readonly at: string;
  readonly operation: string | null;
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  readonly status: number;
  readonly refusal: {
    readonly code: string;
    readonly message: string;
    readonly rule: string;
    readonly basis: string;
  } | null;
}

/** `esign emulator log requests`: what reached the service, and by which rule it was refused. */
export function emulatorLogRequestsCommand(
  context: Context,
  run: Runner<EmulatorLogRequestsOptions> = runLogRequests,
): EsignCommand {
  return new EsignCommand('requests')
    .summary('Show what reached the service, and why it was refused')
    .description(
      'List the last thousand requests since the start: of one that was refused also the message, what the description ' +
        'says of its code, and whether that is described or assumed. No credential is kept.',
    )
    .addOption(new Option('--refused', 'only those that were refused'))
    .addOption(new Option('--curl', 'as lines for a shell, which take the key from ESIGN_API_KEY'))
    .example('esign emulator log requests --refused', 'See why a test failed.')
    .example('esign emulator log requests --curl', 'To try them again by hand.')
    .exits([0, 1, 2, 4, 8, 130])
    .action((options: EmulatorLogRequestsOptions) => run(context, options));
}

export async function runLogRequests(context: Context, { refused, curl }: EmulatorLogRequestsOptions): Promise<void> {
  const path = refused === true ? '/_emulator/requests?refused=true' : '/_emulator/requests';
  const body = await control<{ readonly data: readonly LoggedRequest[] }>(context, { method: 'GET', path });
  if (curl === true) {
    const address = (await control<{ readonly url: string }>(context, { method: 'GET', path: '/_emulator/status' }))
      .url;
    const lines = body.data.map((request) => `${curlOf(address, request)}\n`);
    return await context.output.bytes(Buffer.from(lines.join(''), 'utf8'));
  }
  await context.output.result(body, {
    table: {
      columns: ['AT', 'STATUS', 'REQUEST', 'WHY'],
      rows: body.data.map(({ at, status, method, path: target, refusal }) => [
        { instant: at },
        String(status),
        `${method} ${target}`,
        refusal === null ? null : `${refusal.code}: ${refusal.message} ${refusal.rule} (${refusal.basis})`,
      ]),
      empty: 'Nothing has reached the service since the start.',
    },
  });
}

/** Quoted for sh; control characters but line ends cannot come out of it, since a terminal would act on them. */
function curlOf(address: string, { method, path, headers, body }: LoggedRequest): string {
  const words = [
    'curl',
    '-X',
    quoted(method),
    ...Object.entries(headers).flatMap(([name, value]) => ['-H', quoted(`${name}: ${value}`)]),
    '-H',
    '"Authorization: Bearer $ESIGN_API_KEY"',
    ...(body === null ? [] : ['--data-raw', quoted(body)]),
    quoted(`${address}${path}`),
  ];
  return words.join(' ');
}

const quoted = (text: string): string =>
  // eslint-disable-next-line no-control-regex
  `'${text.replaceAll(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/g, ' ').replaceAll("'", String.raw`'\''`)}'`;
