import { join } from 'node:path';
import { Option } from 'commander';
import { type Client, isPdfOperation } from '../client/client.js';
import { createMask } from '../client/mask.js';
import { contractInUse } from '../cli/context/contract.js';
import { EsignCommand } from '../cli/flags/command.js';
import { confirmedAs, noteLive } from '../cli/write/write.js';
import type { Context } from '../cli/context/context.js';
import { serviceExitCodes } from '../cli/failure/exit-code.js';
import { UsageFailure } from '../cli/failure/failure.js';
import { templateNameIn } from '../cli/flags/template-id.js';
import { templateIdNamed } from '../cli/flags/template-names.js';
import { noKey } from '../cli/context/ways-to-a-key.js';
import { requireBaseUrl } from '../core/config/settings.js';
import { operationIds, operations } from '../contract/operations.js';
import { findField } from '../authoring/template/find-field.js';
import { findPerson } from '../authoring/template/find-person.js';
import { holdPdf } from '../authoring/template/held-pdf.js';
import { parseJson } from '../core/platform/json.js';
import { packageRoot } from '../core/platform/package-files.js';
import type { GlobalFlags } from '../cli/flags/global-flags.js';
import type { Ran } from '../cli/context/own-command.js';
import type { Commands } from '../cli/agents/local-tools.js';
import type { SeenTemplates } from '../cli/agents/seen-templates.js';
import type { Hands, Writes } from '../cli/agents/session.js';
import { type ToolGroup, toolGroups } from '../cli/agents/tools.js';

interface McpOptions {
  readonly tools?: readonly ToolGroup[];
  readonly allowWrites?: boolean;
  readonly allowLive?: boolean;
}

/** `esign mcp`: the operations as tools of an agent, over stdin and stdout. */
export function mcpCommand(context: Context): EsignCommand {
  return new EsignCommand('mcp')
    .description(
      'Serve the operations of the service and commands of this machine as tools to an AI agent over stdin and stdout ' +
        '(Model Context Protocol), with documents to read and tasks to start from. It only reads unless you use ' +
        '--allow-writes, and reads any file that you can read; with it, the agent can also act on an emulator. With a live ' +
        'key, and with a test key for writes that reach people or webhook ' +
        'endpoints, it also needs --allow-live. The client then asks you what needs a confirmation; a client that cannot ask is ' +
        'refused, unless you start it with --yes. Responses never include secrets or signing URLs, and operations that ' +
        'return only those are not available. It exits when stdin closes.',
    )
    .addOption(
      new Option('--tools <groups>', `offer only these groups (default: all): ${toolGroups.join(', ')}`).argParser(
        groupsOf,
      ),
    )
    .option('--allow-writes', 'also offer operations that change data')
    .option('--allow-live', 'allow writes that reach the real service; requires --allow-writes')
    .example('esign mcp --profile local', 'Command for the settings of a read-only agent.')
    .example(
      'esign mcp --profile local --allow-writes',
      'Let an agent create and send envelopes on the local emulator.',
    )
    .usesOperations(...operationIds)
    .printsNoJson('It speaks the Model Context Protocol: JSON-RPC on stdin and stdout.')
    .exits(serviceExitCodes, 129, 143)
    .action((options: McpOptions) => runMcp(context, options));
}

function groupsOf(given: string): readonly ToolGroup[] {
  return given.split(',').map((word) => {
    const group = toolGroups.find((each) => each === word.trim());
    if (group !== undefined) return group;
    throw new UsageFailure(`Unknown group of tools "${word}". Use one or more of: ${toolGroups.join(', ')}.`, {
      code: 'invalid_value',
    });
  });
}

async function runMcp(context: Context, options: McpOptions): Promise<void> {
  if (options.allowLive === true && options.allowWrites !== true) {
    throw new UsageFailure('--allow-live requires --allow-writes.', {
      code: 'missing_option',
      hint: 'Add --allow-writes, or remove --allow-live.',
    });
  }
  if (context.flags().apiKeyStdin === true) {
    throw new UsageFailure('The API key cannot be read from stdin, because the agent uses it.', {
      code: 'stdin_taken',
      hint: 'Use --api-key-file, ESIGN_API_KEY or a profile.',
    });
  }
  const client = await context.api();
  const settings = context.settings();
  const key = await settings.key();
  if (key === null) throw noKey(settings);
  // A key of unknown kind counts as live.
  const emulator = await context.isEmulator();
  const live = !emulator && key.value.mode !== 'test';
  const { serveAgent } = await import('../cli/agents/session.js');
  const { SeenTemplates } = await import('../cli/agents/seen-templates.js');
  const { localTools } = await import('../cli/agents/local-tools.js');
  const mask = createMask([key.value.secret]);
  const writes = allowed(options, emulator ? 'emulator' : live ? 'live' : 'test');
  const mode = emulator ? 'an emulator' : live ? 'a LIVE key' : 'a test key';
  context.output.note(`Ready for an agent${writes.allowed === 'none' ? ', read-only' : ', writes allowed'} (${mode}).`);
  if (writes.allowed !== 'none') await noteLive(context);
  await serveAgent({
    ...context.files.pipes(),
    signal: context.signal,
    writes,
    // Without --allow-live, nothing but an emulator is written to.
    confirming:
      context.flags().yes === true || (options.allowLive !== true && (await context.confirmation()) === 'none')
        ? null
        : { confirmedAs: () => confirmedAs(context, key.value.mode, true) },
    groups: options.tools ?? toolGroups,
    local: localTools(await commandsOf(context), options.allowWrites === true),
    mayAct: options.allowWrites === true,
    contract: (await contractInUse(settings))?.contract,
    service: `${settings.baseUrl?.value ?? ''} with ${mode}`,
    mask,
    hands: handsOf(context, client, new SeenTemplates(), emulator && options.allowLive !== true),
    trace: (line) => {
      if (context.flags().debug === true) context.output.trace(line);
    },
  });
}

function allowed({ allowWrites, allowLive }: McpOptions, reach: 'emulator' | 'live' | 'test'): Writes {
  if (allowWrites !== true) {
    return { allowed: 'none', refused: 'Only reading is allowed. To allow writes: esign mcp --allow-writes' };
  }
  if (reach === 'emulator' || allowLive === true) return { allowed: 'all' };
  const how = 'To allow all writes: esign mcp --allow-writes --allow-live';
  return reach === 'live'
    ? { allowed: 'none', refused: `With a live key, only reading is allowed. ${how}` }
    : { allowed: 'some', refused: `With this test key, only writes to the sandbox are allowed. ${how}` };
}

const maxFileBytes = 16 * 1024 * 1024;
const longestRunMs = 600_000;

/** Pixels: enough to read a page of text by. */
const pictureWidth = 1100;

function handsOf(context: Context, client: Client, templates: SeenTemplates, onlyEmulator: boolean): Hands {
  let keyless: Promise<Client> | null = null;
  return {
    call: async (id, input, signal) => {
      if (isPdfOperation(id)) throw new TypeError(`${id} returns a PDF`);
      // A session may outlive its emulator, whose port another program may use since.
      if (onlyEmulator && operations[id].method !== 'GET' && !(await context.isEmulator(true))) throw emulatorGone();
      if (operations[id].credential) {
        return await templates.call(id, input, (over) => client.callAny(id, over, { signal, reuse: 'while_kept' }));
      }
      // Only the specification needs no key (Authentication 1); a key is not sent where none is needed. Created once,
      // with its own connections.
      keyless ??= context.api({ baseUrl: requireBaseUrl(context.settings()), apiKey: null });
      return await (await keyless).callAny(id, input, { signal });
    },
    completeId: async (what, text, template) => {
      if (what === 'person') return await findPerson(context, template, text);
      if (what === 'field') return await findField(context, template, text);
      const { completeId } = await import('../cli/flags/expand-id.js');
      const whole = await completeId(what, text, { ...context.machine, clock: context.clock });
      const name = templateNameIn(whole);
      return name === null ? whole : await templateIdNamed(context, name);
    },
    checkSending: async (id, input, allowedProblems) => {
      const { checkSending } = await import('../sending/envelope/check-sending.js');
      const { readProblemCode } = await import('../authoring/template/allow-problem.js');
      await checkSending(context, id, input, { allowProblem: allowedProblems.map(readProblemCode) });
    },
    picture: async (id, input, page, signal) => {
      if (!isPdfOperation(id)) throw new TypeError(`${id} does not return a PDF`);
      const pdf = await holdPdf(client, id, input, { signal });
      const { withDocuments } = await import('../authoring/template/offline.js');
      return await withDocuments(context, async (engine) => {
        const { length } = await engine.sizes(pdf);
        if (page > length) {
          throw new UsageFailure(`The PDF has ${length === 1 ? 'one page' : `${length} pages`}.`, {
            code: 'unknown_page',
          });
        }
        return engine.picture(pdf, page, { width: pictureWidth });
      });
    },
    absolute: context.files.resolve,
    readFile: (file) => context.files.read(file, { limit: maxFileBytes }),
    run: (words, signal) => runOwn(context, words, signal),
  };
}

/** The catalogue of this release. */
async function commandsOf(context: Context): Promise<Commands> {
  const path = join(packageRoot(), 'completions', 'commands.json');
  return parseJson(await context.files.readText(path, { limit: maxFileBytes })) as Commands;
}

/** Interrupted with the call of the agent, and after ten minutes. */
async function runOwn(context: Context, words: readonly string[], signal: AbortSignal): Promise<Ran> {
  const { startOwn } = await import('../cli/context/own-command.js');
  const { env, cwd } = context.machine;
  const flags = flagsOfSession(context.flags());
  const end = words.includes('--') ? words.indexOf('--') : words.length;
  const whole = [...words.slice(0, end), ...flags, ...words.slice(end)];
  const running = startOwn(whole, { env, cwd, limit: maxFileBytes });
  const stop = AbortSignal.any([signal, AbortSignal.timeout(longestRunMs)]);
  const interrupt = (): void => running.interrupt();
  stop.addEventListener('abort', interrupt, { once: true });
  if (stop.aborted) interrupt();
  try {
    return await running.ended;
  } finally {
    stop.removeEventListener('abort', interrupt);
  }
}

/** The flags that name the service and key, as given to `esign mcp`. The environment is inherited. */
function flagsOfSession({ profile, mode, baseUrl, apiKeyFile, contract }: GlobalFlags): readonly string[] {
  const given = Object.entries({ profile, mode, 'base-url': baseUrl, 'api-key-file': apiKeyFile, contract });
  return given.flatMap(([name, value]) => (value === undefined ? [] : [`--${name}=${value}`]));
}

const emulatorGone = (): UsageFailure =>
  new UsageFailure('The emulator at this URL could not be verified, so nothing was sent.', {
    code: 'emulator_unproven',
    hint: 'Start the emulator again, or restart esign mcp.',
  });
