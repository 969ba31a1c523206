import { statSync } from 'node:fs';
import type { ShapeBlocks, Shaped } from '../contract/shape.js';
import { EsignCommand } from '../cli/flags/command.js';
import type { Context } from '../cli/context/context.js';
import { type ExitCode, serviceExitCodes } from '../cli/failure/exit-code.js';
import { explain } from '../cli/failure/explain.js';
import { CommandFailure } from '../cli/failure/failure.js';
import { contractInUse } from '../cli/context/contract.js';
import { CaFileUnreadable, readNetwork } from '../core/http/network.js';
import { version } from '../core/platform/version.js';
import { pluralize } from '../cli/context/counted.js';
import { checkEmulatorClaims, checkProjects } from '../cli/doctor/emulator-claims.js';
import {
  type DoctorContext,
  failed,
  type Finding,
  finding,
  findingFacts,
  type FindingState,
} from '../cli/doctor/finding.js';
import { checkCompiledCode, checkFolders } from '../cli/doctor/folders.js';
import { checkKey } from '../cli/doctor/key.js';
import { checkEmulators, checkEndpoints, checkListeners, checkWrites } from '../cli/doctor/leftovers.js';
import { authoritiesUnreadable, checkNetwork } from '../cli/doctor/network.js';
import { checkPermissions } from '../cli/doctor/permissions.js';
import { checkService } from '../cli/doctor/service.js';
import { checkContract, checkKeyStore, checkSettings } from '../cli/doctor/settings.js';
import { checkUnpacked } from '../cli/doctor/unpacked-check.js';
import type { Colour } from '../core/terminal/colour.js';
import { width } from '../core/terminal/text.js';
import { formatSize } from '../cli/files/written-files.js';
import { readJournalLimits } from '../core/config/journal-limits.js';
import { tableFacts } from '../store/retention.js';
import { ifUsable } from '../store/state.js';
import { detectAll } from '../listen/tunnel/choose.js';
import { installWords } from '../listen/tunnel/install-words.js';

interface DoctorOptions {
  readonly fix?: boolean;
}

/** `esign doctor`: checks everything between this machine and the service, and fixes what is safe to fix. */
export function doctorCommand(context: Context): EsignCommand {
  return new EsignCommand('doctor')
    .description(
      'Check the settings, the API key and the connection to the service. It also checks file permissions, key scopes, ' +
        'clocks, tunnel programs and leftovers of earlier runs, and changes nothing without --fix. It exits with 0, or ' +
        'with the code of the worst problem: 2 settings, 8 connection, 3 key, 9 anything else.',
    )
    .option('--fix', 'restrict file permissions and remove leftovers of ended listeners and emulators')
    .example('esign doctor', 'Run all checks.')
    .example('esign doctor --fix', 'Fix what can be fixed safely, and check the rest.')
    .example('esign doctor --json --jq \'.data[] | select(.state == "failed")\'', 'List failed checks in a script.')
    .usesOperations('getSpecification', 'listTemplates', 'getEnvelope', 'listEnvelopeDocuments', 'listWebhooks')
    .usesOperations('listAuthorisations', 'deleteWebhook')
    .asksOtherwise()
    .prints(checkup)
    .exits(serviceExitCodes, 9)
    .action((options: DoctorOptions) => runDoctor(context, options));
}

const checkup = (s: ShapeBlocks) =>
  s.object({
    ok: s.flag,
    exit_code: s.exitCode,
    version: s.text,
    data: s.list(s.object({ ...findingFacts(s), exit_code: s.exitCode })),
  });

type Check = (doctorContext: DoctorContext) => Promise<readonly Finding[]> | readonly Finding[];

async function runDoctor(context: Context, { fix = false }: DoctorOptions): Promise<void> {
  const findings: Finding[] = [];
  let misplaced = false;
  const look = async (name: string, act: () => ReturnType<Check>): Promise<void> => {
    // An unreadable file is already reported.
    if (findings.some(({ check, state }) => check === name && state === 'failed')) return;
    findings.push(...(await guarded(name, act, misplaced)));
  };
  await look('settings_folder', () => checkPermissions({ context, fix }));
  const places = await checkFolders(context);
  findings.push(...places);
  misplaced = places.length > 0;
  let doctorContext = await admit(context, fix, findings);
  const before: readonly (readonly [string, Check])[] = [
    ['settings', checkSettings],
    ['key_store', checkKeyStore],
    ['contract', checkContract],
    ['network', checkNetwork],
  ];
  for (const [name, check] of before) await look(name, () => check(doctorContext));
  await look('service', async () => {
    const { findings: found, client } = await checkService(doctorContext);
    doctorContext = { ...doctorContext, client };
    return found;
  });
  await look('key', () => checkKey(doctorContext));
  // What is wrong with every request is reported once.
  if (findings.at(-1)?.state === 'failed') doctorContext = { ...doctorContext, client: null };
  const after: readonly (readonly [string, Check])[] = [
    ['tunnels', checkTunnels],
    ['listeners', checkListeners],
    ['endpoints', checkEndpoints],
    ['emulators', checkEmulators],
    ['emulator_profiles', checkEmulatorClaims],
    ['projects', checkProjects],
    ['writes', checkWrites],
    ['records', checkRecords],
    ['unpacked_versions', checkUnpacked],
    ['compiled_code', checkCompiledCode],
  ];
  for (const [name, check] of after) await look(name, () => check(doctorContext));
  await tell(context, findings);
}

/** An unreadable file is a finding, and the other checks continue without it. */
async function admit(context: Context, fix: boolean, findings: Finding[]): Promise<DoctorContext> {
  const settings = context.settings();
  const attempt = async <T>(check: string, read: () => T | Promise<T>, otherwise: T): Promise<T> => {
    try {
      return await read();
    } catch (failure) {
      findings.push(asFinding(check, failure));
      return otherwise;
    }
  };
  const baseUrl = await attempt('settings', () => settings.baseUrl?.value ?? null, null);
  return {
    context,
    fix,
    network: readNetwork(context.machine.env),
    baseUrl,
    key: baseUrl === null ? null : await attempt('key_store', () => settings.key(), null),
    contract: baseUrl === null ? undefined : await attempt('contract', () => contractInUse(settings), undefined),
    client: null,
  };
}

/** A check that throws is a finding too; each problem is reported once. */
async function guarded(check: string, act: () => ReturnType<Check>, misplaced: boolean): Promise<readonly Finding[]> {
  try {
    return await act();
  } catch (failure) {
    const result =
      failure instanceof CaFileUnreadable ? authoritiesUnreadable(check, failure) : asFinding(check, failure);
    // The misplaced file is already reported.
    if (result.exitCode === 1 && misplaced) return [finding(check, 'skipped', `Not checked: ${result.found}`)];
    if (result.exitCode === 130 || result.exitCode === 1) throw failure;
    return [result];
  }
}

function asFinding(check: string, failure: unknown): Finding {
  const { message, hint, exitCode, code } = explain(failure);
  return failed(check, exitCode, message, { ...(hint === null ? {} : { hint }), facts: { code } });
}

/** The worst first: without settings nothing works, without a connection no key is checked. */
const order: readonly ExitCode[] = [1, 2, 8, 3];

async function tell(context: Context, findings: readonly Finding[]): Promise<void> {
  const wrong = findings.filter(({ state }) => state === 'failed');
  const codes = wrong.map(({ exitCode }) => exitCode);
  const worst = order.find((code) => codes.includes(code)) ?? (codes.length > 0 ? 9 : 0);
  const data = findings.map(({ exitCode, ...rest }) => ({ ...rest, exit_code: exitCode }));
  const value: Shaped<typeof checkup> = { ok: wrong.length === 0, exit_code: worst, version, data };
  await context.output.result(value, {
    human: (colour, clean) => drawFindings(findings, colour, clean, context.output.columns),
    ids: wrong.map(({ check }) => check),
  });
  if (wrong.length === 0) return;
  const names = [...new Set(wrong.map(({ check }) => check))].join(', ');
  // In human output each finding already has its hint.
  const hints = context.output.form === 'human' ? [] : wrong.flatMap(({ hint }) => hint ?? []);
  const hint =
    hints.length === 0
      ? 'Fix the problem and run `esign doctor` again. Use --debug to see the requests.'
      : hints.join('\n');
  const message = `${pluralize(wrong.length, 'check')} failed: ${names}.`;
  throw new CommandFailure(worst === 0 ? 9 : worst, 'doctor_found', message, { hint });
}

/** The findings as text: state, check and finding on a line, and below it what to do. */
function drawFindings(
  findings: readonly Finding[],
  colour: Colour,
  clean: (text: string) => string,
  columns = 100,
): string {
  const paint: Readonly<Record<FindingState, (text: string) => string>> = {
    ok: colour.good,
    fixed: colour.good,
    note: colour.accent,
    warning: colour.warn,
    failed: colour.bad,
    skipped: colour.dim,
  };
  const states = Math.max(...findings.map(({ state }) => state.length));
  const names = Math.max(...findings.map(({ check }) => width(words(check))));
  const beside = states + names + 4;
  // A narrow terminal has no room next to the names.
  const indent = ' '.repeat(columns - beside < 30 ? 2 : beside);
  const advice = (text: string): string => `${indent}→ ${colour.dim(clean(text).replaceAll('\n', `\n${indent}  `))}`;
  return findings
    .map(({ check, state, found, hint }) => {
      const head = `${paint[state](state.padEnd(states))}  ${words(check).padEnd(names)}`;
      const text = clean(found).replaceAll('\n', `\n${indent}`);
      return [
        ...(indent.length === 2 ? [head.trimEnd(), `${indent}${text}`] : [`${head}  ${text}`]),
        // A passed check needs no hint.
        ...(hint === null || state === 'ok' ? [] : [advice(hint)]),
      ].join('\n');
    })
    .join('\n');
}

const words = (check: string): string => check.replaceAll('_', ' ');

/** What this machine remembers: how much, since when, for how long. A file that cannot be used is reported elsewhere. */
async function checkRecords({ context }: DoctorContext): Promise<readonly Finding[]> {
  const state = await context.state();
  const limits = await context.journal().then(
    () => readJournalLimits(context.machine.env),
    () => null,
  );
  if (limits === null) return [];
  const { keepFor } = limits;
  const tables = ifUsable(() => tableFacts(state, keepFor), []);
  if (tables.length === 0) return [];
  const bytes = ['', '-wal'].reduce(
    (sum, ending) => sum + (statSync(`${state.path}${ending}`, { throwIfNoEntry: false })?.size ?? 0),
    0,
  );
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  const since = tables.map(({ oldest }) => oldest).filter((at) => at !== null);
  const [first] = since.toSorted();
  const days = Math.max(...tables.map(({ keptForDays }) => keptForDays ?? 0));
  const words =
    `${state.path} has ${pluralize(rows, 'row')} in ${formatSize(bytes)}` +
    (first === undefined ? '.' : `, the oldest from ${first.slice(0, 10)}.`) +
    (days === 0 ? '' : ` Rows with an age are removed after at most ${days} days.`);
  const facts = {
    bytes,
    tables: tables.map(({ keptForDays, ...table }) => ({ ...table, kept_for_days: keptForDays })),
  };
  return [finding('records', 'ok', words, { facts })];
}

/** The tunnel programs that `listen` could use, checked offline. */
async function checkTunnels({ context }: DoctorContext): Promise<readonly Finding[]> {
  const found = await detectAll(context.machine);
  const facts = Object.fromEntries(
    found.map(({ id, detection: { available, unasked, version, reason } }) => [
      id,
      { available, unasked, version: version ?? null, reason: reason ?? null },
    ]),
  );
  const ready = found.filter(({ detection }) => detection.available);
  const first = found.find(({ detection }) => detection.available && detection.unasked);
  const named = ready.map(({ id, detection: { version } }) => (version === undefined ? id : `${id} ${version}`));
  if (first !== undefined) {
    return [finding('tunnels', 'ok', `Installed: ${named.join(', ')}; esign listen uses ${first.id}.`, { facts })];
  }
  const instead = 'or use `esign listen` with --poll, --public-url or an ssh tunnel.';
  const hint = `${installWords('cloudflared')}: it needs no account; ${instead}`;
  const words =
    ready.length === 0 ? 'No tunnel program is installed.' : `Installed, but not set up: ${named.join(', ')}.`;
  return [finding('tunnels', 'note', `${words} The emulator does not need one.`, { hint, facts })];
}
