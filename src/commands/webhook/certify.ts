import { setMaxListeners } from 'node:events';
import { ruleResult, type RuleResult } from '../../listen/certify/certify-outcome.js';
import type { ShapeBlocks } from '../../contract/shape.js';
import { contractInUse, signatureHeaderOf } from '../../cli/context/contract.js';
import { Option } from 'commander';
import { EsignCommand } from '../../cli/flags/command.js';
import type { Context } from '../../cli/context/context.js';
import { CommandFailure, UsageFailure } from '../../cli/failure/failure.js';
import { nearest } from '../../core/platform/nearest.js';
import { collect } from '../../cli/flags/option.js';
import type { HeaderPair } from '../../core/http/headers.js';
import { nothingTaken } from '../../listen/certify/certify-outcome.js';
import { certifyRules } from '../../listen/certify/certify-rules.js';
import { replacedReport, writeJunit } from '../../listen/receive/junit.js';
import type { Colour } from '../../core/terminal/colour.js';
import type { Human } from '../../core/terminal/output.js';
import type { Table } from '../../core/terminal/table.js';
import { openActed } from '../../receiving/endpoint/acted.js';
import {
  addDeliverOptions,
  type DeliverOptions,
  openAttempter,
  readDeliveryHeader,
  readReceiver,
} from '../../receiving/endpoint/deliver-options.js';
import { addEventSecret, type EventSecretOptions, eventSecrets } from '../../receiving/deliveries/secrets.js';
import { withWords } from '../../receiving/listener/failures.js';
import { refuseUnknownHosts } from '../../receiving/listener/own-address.js';
import { fileEndings } from '../../cli/flags/completion-hint.js';

interface WebhookCertifyOptions extends EventSecretOptions, DeliverOptions {
  readonly url: URL;
  readonly failHeader?: HeaderPair;
  readonly actedUrl?: URL;
  readonly rule?: readonly string[];
  readonly junit?: string;
}

/** `esign webhook certify URL`: tests a receiver against the whole delivery contract (Events). */
export function webhookCertifyCommand(context: Context): EsignCommand {
  const command = new EsignCommand('certify')
    .summary('Test a receiver against the delivery contract')
    .description(
      'Test a receiver against the delivery contract: valid and forged deliveries, clock skew, rotation, duplicates, ' +
        'ordering, retries and unknown events. Each rule reports pass, advice, fail or skip with a reason. If the receiver rejects a ' +
        'valid delivery, most rules are skipped. Use a test build, because the receiver gets deliveries about envelopes ' +
        'that do not exist. What the app does after it responds is only checked with --acted-url.',
    )
    .argument('<url>', 'URL of the receiver, local or remote', readReceiver);
  addEventSecret(command)
    .addOption(
      new Option('--acted-url <url>', 'URL that returns the IDs of the processed events as a JSON array').argParser(
        readReceiver,
      ),
    )
    .addOption(
      new Option('--fail-header <name: value>', 'header that makes your test build respond with 5xx').argParser(
        (text) => readDeliveryHeader(text, '--fail-header'),
      ),
    )
    .addOption(
      new Option('--rule <name>', 'run only this rule, after `valid` (repeatable)').argParser(collect(readRule)),
    )
    .addOption(new Option('--junit <file>', 'also write a JUnit report'));
  return addDeliverOptions(command)
    .offers('--rule', { words: certifyRules.map(({ rule, title }) => ({ word: rule, about: title })) })
    .offers('--junit', { files: ['xml'] })
    .offers('--ca-file', { files: fileEndings.certificates })
    .example('esign webhook certify http://127.0.0.1:3000/hooks --secret-file hook.secret', 'Test a local receiver.')
    .example(
      'esign webhook certify http://127.0.0.1:3000/hooks --secret-file new.secret --previous-secret-file old.secret --junit webhooks.xml',
      'Include secret rotation, and write a report for CI.',
    )
    .prints(certificate)
    .exits([0, 1, 2, 8, 9, 130])
    .action((url: URL, options: Omit<WebhookCertifyOptions, 'url'>) => runWebhookCertify(context, { ...options, url }));
}

const progressMs = 3_000;

const certificate = (s: ShapeBlocks) =>
  s.object({
    url: s.text,
    passed: s.count,
    advised: s.count,
    failed: s.count,
    skipped: s.count,
    data: s.list(ruleResult(s)),
  });

async function runWebhookCertify(context: Context, options: WebhookCertifyOptions): Promise<void> {
  const junit = options.junit === undefined ? null : await context.files.place(options.junit, 'esign-certify.xml');
  if (junit !== null) await context.files.check(junit, replacedReport);
  await withWords(context.signal, () => refuseUnknownHosts([options.url]));
  const secrets = await eventSecrets(context, options, { target: options.url.href });
  const { certifyReceiver, ReceiverUnreachable } = await import('../../listen/certify/certify.js');
  const attempter = await openAttempter(context, options);
  const { clock, signal, output } = context;
  // Each delivery of a burst listens for it.
  setMaxListeners(0, signal);
  // Where valid deliveries are rejected, a rejection proves nothing.
  const wanted = options.rule === undefined ? certifyRules.map(({ rule }) => rule) : ['valid', ...options.rule];
  const results: RuleResult[] = [];
  const title = `Certifying ${options.url.href}`;
  const progress = output.progress(title);
  let told = clock.now();
  try {
    const rules = certifyReceiver({
      url: options.url,
      secrets,
      attempter,
      rules: wanted,
      signatureHeader: await signatureHeaderOf(context.settings()),
      contract: (await contractInUse(context.settings()))?.contract,
      headers: options.header ?? [],
      failHeader: options.failHeader ?? null,
      acted: options.actedUrl === undefined ? null : openActed(context, options.actedUrl, options),
      now: () => clock.now(),
      sleep: (milliseconds) => clock.sleep(milliseconds, signal),
      uuid: () => globalThis.crypto.randomUUID(),
      signal,
      tested: (done, of) => {
        // A line each where nothing is redrawn, so not for each rule.
        if (clock.now() - told < progressMs || done === of) return;
        told = clock.now();
        progress.update(`${title}: ${done} of ${of} rules`);
      },
    });
    for await (const result of rules) results.push(result);
  } catch (error) {
    if (!(error instanceof ReceiverUnreachable)) throw error;
    throw new CommandFailure(8, 'receiver_unreachable', `Cannot reach the receiver: ${error.message}.`, {
      hint:
        options.url.protocol === 'https:'
          ? 'Start it and check the URL. If its certificate comes from a private authority, use --ca-file.'
          : 'Start it and check the URL.',
    });
  } finally {
    progress.stop();
    await attempter.close();
  }
  if (junit !== null) await writeReport(context, junit, results);
  await show(context, options.url, results);
}

async function writeReport(context: Context, file: string, results: readonly RuleResult[]): Promise<void> {
  const cases = results.map(({ rule, title, outcome, reason, milliseconds }) => ({
    name: `${rule}: ${title}`,
    seconds: milliseconds / 1000,
    failure: outcome === 'fail' ? reason : null,
    skipped: outcome === 'skipped' ? reason : null,
  }));
  const report = writeJunit('esign webhook certify', cases, new Date(context.clock.now()).toISOString());
  await context.files.write(file, report, replacedReport);
}

/** One line for all of these. */
const idle = ({ reason }: RuleResult): boolean => reason === nothingTaken;

const theOthers = { rule: 'the other rules', title: nothingTaken, outcome: 'skipped', reason: '' } as const;

type Shown = Pick<RuleResult, 'rule' | 'title' | 'outcome' | 'reason'>;

/** A rule and, unless it passed, the reason: next to its name, or below it on a narrow terminal. */
function linesOf(
  { rule, title, outcome, reason }: Shown,
  colour: Colour,
  clean: (text: string) => string,
  columns = 80,
): readonly string[] {
  const words = { pass: colour.good('PASS'), advice: colour.warn('NOTE'), fail: colour.bad('FAIL') };
  const word = { ...words, skipped: colour.warn('SKIP') }[outcome];
  const texts = (outcome === 'pass' || reason === '' ? [title] : [title, reason]).map(clean);
  const beside = 28;
  if (columns < beside + 30) return [`${word}  ${rule}`, ...texts.map((text) => `      ${text}`)];
  const [first = '', ...more] = texts;
  return [`${word}  ${rule.padEnd(20)}  ${first}`, ...more.map((text) => `${' '.repeat(beside)}${text}`)];
}

async function show(context: Context, url: URL, results: readonly RuleResult[]): Promise<void> {
  const count = (outcome: RuleResult['outcome']): number => results.filter((each) => each.outcome === outcome).length;
  const [passed, advised, failed, skipped] = [count('pass'), count('advice'), count('fail'), count('skipped')];
  const table: Table = {
    columns: ['RESULT', 'RULE', 'REASON'],
    rows: results.map(({ rule, outcome, reason }) => [outcome, rule, reason]),
    empty: 'No rules were tested.',
  };
  const human: Human = (colour, clean) =>
    [
      ...results.filter((each) => !idle(each)).flatMap((each) => linesOf(each, colour, clean, context.output.columns)),
      ...(results.some(idle) ? linesOf(theOthers, colour, clean, context.output.columns) : []),
      '',
      `${passed} passed, ${failed} failed, ${advised === 0 ? '' : `${advised} to improve, `}${skipped} skipped: ${clean(url.href)}`,
    ].join('\n');
  const ids = results.filter(({ outcome }) => outcome === 'fail').map(({ rule }) => rule);
  await context.output.result(
    { url: url.href, passed, advised, failed, skipped, data: results },
    context.output.form === 'human' ? { human } : { table, ids },
  );
  if (failed === 0) return;
  const first = results.find(({ outcome }) => outcome === 'fail');
  throw new CommandFailure(9, 'receiver_not_certified', `The receiver failed ${failed} of ${results.length} rules.`, {
    hint:
      first?.rule === 'no_redirect' || first?.rule === 'valid'
        ? `It ${first.reason}. Fix this rule first, because the other rules depend on it.`
        : `Fix the receiver and run the command again. To test one rule, use --rule ${first?.rule ?? ''}.`,
    details: {
      failed: results.filter(({ outcome }) => outcome === 'fail').map(({ rule, reason }) => ({ rule, reason })),
    },
  });
}

function readRule(text: string): string {
  const names = certifyRules.map(({ rule }) => rule);
  if (names.includes(text)) return text;
  const close = nearest(text, names);
  throw new UsageFailure(`Invalid --rule value "${text}".`, {
    code: 'invalid_value',
    hint: close === null ? `Use one of: ${names.join(', ')}.` : `Did you mean "${close}"?`,
  });
}
