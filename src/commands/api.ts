import type { ShapeBlocks } from '../contract/shape.js';
import { isPdfOperation, type JsonOperationId } from '../client/client.js';
import type { AnyInput } from '../client/request.js';
import { EsignCommand } from '../cli/flags/command.js';
import {
  addWriteOptions,
  chooseKey,
  confirmAct,
  keyReuse,
  noteLive,
  requireNew,
  type WriteOptions,
} from '../cli/write/write.js';
import type { Context } from '../cli/context/context.js';
import { dryRunShape, printPreviews } from '../cli/write/dry-run.js';
import { serviceExitCodes } from '../cli/failure/exit-code.js';
import { UsageFailure } from '../cli/failure/failure.js';
import { contractInUse } from '../cli/context/contract.js';
import { collect } from '../cli/flags/option.js';
import { answerFields } from '../cli/write/result-fields.js';
import type { Operation } from '../contract/operation.js';
import { operationIds, operations } from '../contract/operations.js';
import { fileNameOf } from '../core/platform/file-name.js';
import { isObject } from '../core/platform/json.js';
import { type AllowOptions, allowProblemOption } from '../authoring/template/allow-problem.js';
import { type Answered, type Condition, writeOverSeen } from '../authoring/last-seen/guard.js';
import { guardOf, sawAnswer } from '../authoring/last-seen/raw-request.js';
import { overwriteFlag } from '../authoring/last-seen/write-template.js';
import { checkSending } from '../sending/envelope/check-sending.js';
import { nameOperation, readFields, readJson } from '../cli/write/api-request.js';
import { fileEndings, plainWords } from '../cli/flags/completion-hint.js';

interface ApiOptions extends WriteOptions, AllowOptions {
  readonly words: readonly string[];
  readonly list?: boolean;
  readonly field?: readonly string[];
  readonly input?: string;
  readonly query?: readonly string[];
  readonly header?: readonly string[];
  readonly output?: string;
  readonly force?: boolean;
  readonly print?: boolean;
  readonly overwrite?: boolean;
}

/** `esign api`: calls any operation of the service with JSON, through the same client as every command. */
export function apiCommand(context: Context): EsignCommand {
  const texts = collect((text: string) => text);
  const command = new EsignCommand('api')
    .description(
      'Call any operation of the service with JSON input and output. Specify a METHOD and a PATH, or an operation name ' +
        'and its path parameters. The service validates the body. The API key, retries and ETags work as in every command.',
    )
    .argument('[words...]', 'METHOD PATH, or OPERATION and its path parameters')
    .option('--list', 'list the operations')
    .option('-F, --field <name=value>', 'add a body property; use name:=value for JSON', texts)
    .option('--input <file>', 'read the JSON body from a file; - for stdin')
    .option('--query <name=value>', 'add a query parameter', texts)
    .option('--header <name: value>', 'set Idempotency-Key or If-Match', texts)
    .option('-o, --output <file>', 'file or folder/ for a PDF; - for stdout')
    .option('--force', 'overwrite the output file')
    .addOption(overwriteFlag())
    .addOption(allowProblemOption('send a form with this problem'))
    .option('--print', 'print signing URLs; anyone with the URL can sign')
    .offers('words', { words: plainWords(operationIds) })
    .offers('--input', { files: fileEndings.json })
    .example('esign api GET /api/v1/templates --query limit=5', 'Call an operation by method and path.')
    .example('esign api getEnvelope 3f0c9a52-6d1e-4b77-9a55-0c2f7a1f9b10', 'Call an operation by name.')
    .example('esign api createEnvelope --input envelope.json --dry-run', 'Show the request without sending it.')
    .example('esign api --list', 'List the operations.')
    .usesOperations(...operationIds)
    .prints((s) => s.anything)
    .prints(operationList, '--list')
    .prints(dryRunShape, '--dry-run')
    .exits(serviceExitCodes)
    .action((words: string[], options: Omit<ApiOptions, 'words'>) => runApi(context, { ...options, words }));
  return addWriteOptions(command, 'takes key');
}

const operationList = (s: ShapeBlocks) =>
  s.object({
    data: s.list(
      s.object({
        id: s.text,
        method: s.text,
        path: s.text,
        summary: s.text,
        basis: s.text,
        scope: s.nullable(s.text),
      }),
    ),
  });

async function runApi(context: Context, options: ApiOptions): Promise<void> {
  if (options.list === true) return listOperations(context);
  if (options.words.length === 0) {
    throw new UsageFailure('No operation specified.', {
      code: 'missing_argument',
      hint: 'Example: esign api GET /api/v1/templates. To list the operations: esign api --list',
    });
  }
  const named = nameOperation(options.words, (await contractInUse(context.settings()))?.contract);
  const query = { ...named.query, ...readFields(options.query ?? [], '--query') };
  const body = await readBody(context, options);
  const unkeyed: AnyInput = {
    parameters: named.parameters,
    ...readHeaders(options.header ?? []),
    ...(Object.keys(query).length === 0 ? {} : { query: numbersIn(query) }),
    ...(body === undefined ? {} : { body }),
  };
  const row = operations[named.id];
  if (row.method !== 'GET' && options.dryRun !== true) await context.output.willTell(answerFields(row));
  const client = await context.api(row.credential ? undefined : await keylessReach(context));
  const unchecked = { unchecked: true };
  const idempotencyKey = await chooseKey(
    context,
    options,
    () => client.preview(named.id, unkeyed, unchecked),
    named.id,
  );
  const input: AnyInput = idempotencyKey === undefined ? unkeyed : { ...unkeyed, idempotencyKey };
  if (options.dryRun === true) return printPreviews(context, [await client.preview(named.id, input, unchecked)]);
  if (isPdfOperation(named.id)) {
    if (options.output === undefined) {
      throw new UsageFailure(`${named.id} returns a PDF.`, {
        code: 'missing_option',
        hint: 'Use -o page.pdf to write a file, or -o - for stdout.',
      });
    }
    const name = fileNameOf([named.id, ...Object.values(named.parameters)].join('-'), {
      after: '.pdf',
      otherwise: 'page',
    });
    const target = context.files.target(await context.files.place(options.output, name), {
      overwrite: options.force === true,
    });
    const saved = await client.downloadAny(named.id, input, target, unchecked);
    if (target.kind === 'file') context.output.note(`${target.path} (${saved.bytes} bytes)`);
    return;
  }
  if (row.method !== 'GET') await noteLive(context);
  await confirmAct(context, { operation: named.id, body });
  await checkSending(context, named.id, unkeyed, options);
  const operation: JsonOperationId = named.id;
  const request = { operation, parameters: named.parameters, body };
  const guard = input.ifMatch === undefined ? guardOf(request) : null;
  const rotation = await rotationOf(context, operation, input);
  const key = rotation === null ? {} : { idempotencyKey: rotation.key };
  const call = async (condition: Condition = {}) => {
    const send = () =>
      client.callAny(operation, { ...input, ...key, ...condition }, { ...unchecked, reuse: keyReuse(options) });
    const done = await (rotation === null ? send() : rotation.run(send));
    requireNew(options, done);
    return done;
  };
  const done =
    guard === null
      ? await call()
      : {
          ...(await writeOverSeen(
            context,
            { ...guard, options },
            async (condition) => (await call(condition)) as Answered,
          )),
          etag: undefined,
        };
  await context.output.result(
    named.id === 'mintSigningUrl' && options.print !== true ? hideUrl(context, done.body) : done.body,
    { needed: rotation !== null || named.id === 'registerWebhook' },
  );
  await rotation?.end();
  await sawAnswer(context, request, done);
}

/** A rotation whose response was lost is continued, not repeated. */
async function rotationOf(context: Context, operation: JsonOperationId, { parameters, idempotencyKey }: AnyInput) {
  const id = operation === 'rotateWebhookSecret' ? parameters?.['webhookId'] : undefined;
  if (id === undefined) return null;
  const { beginRotation, isShown, refuseUnshown } = await import('../receiving/endpoint/rotation.js');
  refuseUnshown(context);
  const rotation = await beginRotation(context, id, idempotencyKey);
  return { ...rotation, end: async () => (isShown(context) ? rotation.end() : undefined) };
}

/** Only the specification needs no key (Authentication 1); a key is not sent where none is needed. */
async function keylessReach(context: Context) {
  const { requireBaseUrl } = await import('../core/config/settings.js');
  return { baseUrl: requireBaseUrl(context.settings()), apiKey: null };
}

async function readBody(context: Context, options: ApiOptions): Promise<unknown> {
  const members = readFields(options.field ?? [], '--field');
  if (options.input === undefined) return Object.keys(members).length === 0 ? undefined : members;
  const body = readJson(await context.files.readText(options.input), options.input === '-' ? 'stdin' : options.input);
  if (Object.keys(members).length === 0) return body;
  if (isObject(body)) return { ...body, ...members };
  throw new UsageFailure('--field requires a JSON object as input.', {
    code: 'invalid_value',
    hint: 'Remove --field, or use a JSON object as input.',
  });
}

function readHeaders(headers: readonly string[]): Pick<AnyInput, 'idempotencyKey' | 'ifMatch'> {
  const read: { idempotencyKey?: string; ifMatch?: string } = {};
  for (const header of headers) {
    const [name = '', ...rest] = header.split(':');
    const value = rest.join(':').trim();
    const lower = name.trim().toLowerCase();
    if (lower === 'idempotency-key' && value !== '') read.idempotencyKey = value;
    else if (lower === 'if-match' && value !== '') read.ifMatch = value;
    else {
      throw new UsageFailure(`Invalid --header name "${name}". Use Idempotency-Key or If-Match.`, {
        code: 'invalid_value',
        hint: 'Example: --header "Idempotency-Key: 6f1c…"',
      });
    }
  }
  return read;
}

/** A query value is text on the command line; a row may require a number. */
function numbersIn(query: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(query).map(([name, value]) => [
      name,
      typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : value,
    ]),
  );
}

function hideUrl(context: Context, answer: unknown): unknown {
  context.output.note('The signing URL is hidden, because anyone with it can sign. Use --print to show it.');
  return isObject(answer) && 'url' in answer ? { ...answer, url: '***' } : answer;
}

async function listOperations(context: Context): Promise<void> {
  const contract = (await contractInUse(context.settings()))?.contract;
  const rows = operationIds.map((id): Operation => contract?.row(id) ?? operations[id]);
  await context.output.result(
    { data: rows.map(({ id, method, path, summary, basis, scope }) => ({ id, method, path, summary, basis, scope })) },
    {
      table: {
        columns: ['OPERATION', 'METHOD', 'PATH', 'BASIS', 'DESCRIPTION'],
        rows: rows.map(({ id, method, path, basis, summary }) => [id, method, path, basis, summary]),
        empty: '',
      },
    },
  );
}
