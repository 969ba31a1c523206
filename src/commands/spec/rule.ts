import type { ShapeBlocks } from '../../contract/shape.js';
import { EsignCommand } from '../../cli/flags/command.js';
import { plainWords } from '../../cli/flags/completion-hint.js';
import type { Context } from '../../cli/context/context.js';
import { localExitCodes } from '../../cli/failure/exit-code.js';
import { UsageFailure } from '../../cli/failure/failure.js';
import { errorCodes } from '../../contract/error-codes.js';
import { eventNames } from '../../contract/events.js';
import type { RuleEntry } from '../../contract/statements.js';
import { statements, ruleNamed, ruleSubjects } from '../../contract/statements.js';
import { operationIds } from '../../contract/operations.js';
import { nearest } from '../../core/platform/nearest.js';
import { Option } from 'commander';

interface RuleOptions {
  readonly about?: string;
  readonly section?: string;
  readonly basis?: RuleEntry['basis'];
}

/** `esign spec rule [ID]`: what the API description or an assumption says, and which test shows it; offline. */
export function specRuleCommand(context: Context): EsignCommand {
  return new EsignCommand('rule')
    .summary('Explain a rule of the service, or list all rules')
    .description(
      'Show what the API description says, or what esign assumes where it says nothing: one rule by its ID, or all. Each ' +
        'rule names the test that shows it and whether `esign spec prove` tries it on the service. IDs never change. ' +
        'Works offline. `esign explain` does the same for every word of the service.',
    )
    .argument('[rule]', 'rule ID, such as void.key-required (default: list all rules)')
    .offers('rule', { words: plainWords(statements().map(({ id }) => id)) })
    .option('--about <word>', 'list rules about an operation, error code, event, limit or resource')
    .offers('--about', {
      words: plainWords([...operationIds, ...Object.keys(errorCodes), ...eventNames, ...ruleSubjects]),
    })
    .option('--section <text>', 'list rules of sections that contain the text')
    .addOption(new Option('--basis <basis>', 'list rules of one basis').choices(['described', 'assumed']))
    .example('esign spec rule void.key-required', 'Explain one rule.')
    .example('esign spec rule --about voidEnvelope', 'List the rules about an operation.')
    .example('esign spec rule --basis assumed', 'List the rules that the API description does not state.')
    .prints((s) => s.either(ruleEntry(s), s.object({ data: s.list(ruleEntry(s)) })))
    .exits(localExitCodes)
    .action((id: string | undefined, options: RuleOptions) => runSpecRule(context, id, options));
}

export const ruleEntry = (s: ShapeBlocks) =>
  s.named(
    'RuleEntry',
    s.object({
      id: s.text,
      section: s.text,
      says: s.text,
      basis: s.oneOf('described', 'assumed'),
      assumption: s.nullable(s.text),
      about: s.list(s.text),
      covers: s.list(s.text),
      openapi: s.nullable(s.text),
      test: s.nullable(s.text),
      reason: s.nullable(s.text),
      probe: s.oneOf('harmless', 'own', 'no'),
      probes: s.list(s.text),
      probe_reason: s.nullable(s.text),
    }),
  );

async function runSpecRule(context: Context, id: string | undefined, options: RuleOptions): Promise<void> {
  if (id === undefined) return await listRules(context, options);
  const rule = ruleNamed(id);
  if (rule === null) {
    const close = nearest(
      id,
      statements().map((entry) => entry.id),
    );
    throw new UsageFailure(`Unknown rule "${id}".`, {
      code: 'unknown_rule',
      hint: close === null ? 'List them with `esign spec rule`.' : `Did you mean "${close}"?`,
    });
  }
  await explainRule(context, rule);
}

/** Also of `esign explain`. */
export async function explainRule(context: Context, rule: RuleEntry): Promise<void> {
  await context.output.result(rule, {
    ids: [rule.id],
    details: [
      ['Rule', rule.id],
      ['Says', rule.says],
      ['Section', rule.section],
      ['Basis', rule.basis],
      ['About', rule.about.join(', ')],
      ['OpenAPI', rule.openapi],
      ['Test', rule.test === null ? null : `test/conformance/${rule.test}`],
      ['No test', rule.reason],
      ['On the service', `${trials[rule.probe]}: ${rule.probe_reason ?? rule.probes.join(', ')}`],
    ],
  });
}

const trials: Readonly<Record<RuleEntry['probe'], string>> = {
  harmless: 'tried by `esign spec prove`, changes nothing',
  own: 'tried by `esign spec prove`, changes only what the trial creates',
  no: 'not tried',
};

async function listRules(context: Context, { about, section, basis }: RuleOptions): Promise<void> {
  const data = statements().filter(
    (rule) =>
      (about === undefined || rule.about.includes(about)) &&
      (section === undefined || rule.section.toLowerCase().includes(section.toLowerCase())) &&
      (basis === undefined || rule.basis === basis),
  );
  await context.output.result(
    { data },
    {
      ids: data.map(({ id }) => id),
      table: {
        columns: ['RULE', 'BASIS', 'SAYS'],
        rows: data.map(({ id, basis: its, assumption, says }) => [{ id }, assumption ?? its, { sentence: says }]),
        empty: 'No rules found.',
      },
    },
  );
}
