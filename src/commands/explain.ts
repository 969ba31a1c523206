import type { Shaped, ShapeBlocks } from '../contract/shape.js';
import { EsignCommand } from '../cli/flags/command.js';
import { plainWords } from '../cli/flags/completion-hint.js';
import { contractInUse } from '../cli/context/contract.js';
import type { Context } from '../cli/context/context.js';
import { exitCodes, localExitCodes } from '../cli/failure/exit-code.js';
import { UsageFailure } from '../cli/failure/failure.js';
import { type ErrorCodeRow, errorCodes } from '../contract/error-codes.js';
import { eventMeanings } from '../contract/events.js';
import type { RuleEntry } from '../contract/statements.js';
import { statements, ruleNamed, rulesAbout } from '../contract/statements.js';
import { authorisationStates, recipientStates, stateMeanings } from '../contract/states.js';
import { type OwnCodeFacts, ownCodes } from '../cli/failure/own-codes.js';
import { nearest } from '../core/platform/nearest.js';
import { cut } from '../core/terminal/text.js';
import { certifyRules } from '../listen/certify/certify-rules.js';
import { listStates } from '../sending/reconcile/list-states.js';
import { explainCode, explainedCode, ownCode } from './error.js';
import { listAssumptions } from './spec/assumptions.js';
import { explainRule, ruleEntry } from './spec/rule.js';

/** `esign explain [WORD]`: what an error code, a status, an event, a rule or an assumption means; offline. */
export function explainCommand(context: Context): EsignCommand {
  return new EsignCommand('explain')
    .description(
      'Explain a word: an error code of the service or of esign, a status, an event, a rule such as void.key-required or ' +
        'stale, an assumption such as A2, an HTTP status such as 412, or an exit code. It works offline.',
    )
    .argument('[word]', 'word to explain (default: list all words)')
    .offers('word', { words: plainWords(wordsOfService().map(({ word }) => word)) })
    .example('esign explain template_changed', 'Explain an error code: whether to retry, and what to do next.')
    .example('esign explain partially_signed', 'Explain a status.')
    .example('esign explain envelope.sealed', 'Explain an event.')
    .example('esign explain void.key-required', 'Explain a rule.')
    .example('esign explain A2', 'Explain an assumption.')
    .prints((s) => s.either(explainedCode(s), explainedOwn(s), ruleEntry(s), explainedWord(s), wordList(s)))
    .exits(localExitCodes)
    .action((word: string | undefined) => runExplain(context, word));
}

const kinds = ['error code', 'status', 'event', 'rule', 'assumption', 'HTTP status', 'exit code'] as const;
const ruleFacts = (s: ShapeBlocks) => s.list(s.object({ id: s.text, says: s.text }));

/** Any word but a code or a rule of the description; `of`: what has the status or the event, or what is assumed. */
const explainedWord = (s: ShapeBlocks) =>
  s.object({
    word: s.text,
    kind: s.oneOf(...kinds),
    meanings: s.list(s.object({ of: s.text, says: s.text })),
    rules: ruleFacts(s),
  });
/** A code of esign itself; no exit codes: it ends with any. */
const explainedOwn = (s: ShapeBlocks) =>
  s.object({ code: s.text, meaning: s.text, next: s.text, exit_codes: s.list(s.exitCode) });
const wordList = (s: ShapeBlocks) =>
  s.object({ data: s.list(s.object({ word: s.text, kind: s.oneOf(...kinds), says: s.text })) });

type Explained = Shaped<typeof explainedWord>;
type Listed = Shaped<typeof wordList>['data'][number];

async function runExplain(context: Context, typed: string | undefined): Promise<void> {
  if (typed === undefined) return await listWords(context);
  const contract = (await contractInUse(context.settings()))?.contract;
  // As it is read in a sentence: "Rate limited". A contract may have codes in upper case.
  const word = ownCode(typed, contract) === null ? typed.trim().toLowerCase().replaceAll(' ', '_') : typed;
  const code = ownCode(word, contract);
  if (code !== null) return await explainCode(context, word);
  const rule = ruleNamed(word);
  if (rule !== null) return await explainRule(context, rule);
  const own = ownCodes().find((each) => each.code === word) ?? null;
  const found =
    statusNamed(word) ?? eventNamed(word) ?? assumptionNamed(word) ?? numberNamed(word) ?? receiverRuleNamed(word);
  if (found === null && own !== null) return await explainOwn(context, own);
  if (found === null) {
    const close = nearest(
      word,
      allWords().map((each) => each.word),
    );
    throw new UsageFailure(`Unknown word "${cut(typed, 60)}".`, {
      code: 'unknown_word',
      hint:
        close === null
          ? 'Use an error code, a status, an event, a rule, an assumption, an HTTP status or an exit code. List them with `esign explain`.'
          : `Did you mean "${close}"?`,
    });
  }
  // `declined` is what a recipient did, and what a command failed with.
  const asCode = own === null ? [] : [{ of: 'error code', says: `${own.meaning} ${own.next}` }];
  const meanings = [...found.meanings, ...asCode];
  await context.output.result(
    { ...found, meanings },
    {
      ids: [found.word],
      details: [
        ['Word', found.word],
        ['Kind', found.kind],
        ...meanings.map(({ of, says }) => [of, says] as const),
        ...found.rules.map(({ id, says }) => ['Rule', `${says} [${id}]`] as const),
      ],
    },
  );
}

async function explainOwn(context: Context, { code, meaning, next, exits }: OwnCodeFacts): Promise<void> {
  await context.output.result(
    { code, meaning, next, exit_codes: exits },
    {
      ids: [code],
      details: [
        ['Code', `${code} (of esign)`],
        ['Meaning', meaning],
        ['What to do', next],
        ['Exit code', exits.length === 0 ? 'any' : exits.join(' or ')],
      ],
    },
  );
}

const holders = [
  ['envelope', listStates],
  ['recipient', recipientStates],
  ['authorisation', authorisationStates],
] as const;

const meaningOf = (of: (typeof holders)[number][0], word: string): string =>
  stateMeanings[of][word] ?? (word === 'sealed' ? eventMeanings['envelope.sealed'] : '');

function statusNamed(word: string): Explained | null {
  const meanings = holders
    .filter(([, states]) => (states as readonly string[]).includes(word))
    .map(([of]) => ({ of, says: meaningOf(of, word) }));
  if (meanings.length === 0) return null;
  const named = new RegExp(`(^|\\W)${word}(\\W|$)`);
  const rules = statements().filter(({ section, says }) => section.startsWith('States') && named.test(says));
  return { word, kind: 'status', meanings, rules: rules.map(short) };
}

function eventNamed(word: string): Explained | null {
  if (!Object.hasOwn(eventMeanings, word)) return null;
  const says = eventMeanings[word as keyof typeof eventMeanings];
  return { word, kind: 'event', meanings: [{ of: 'event', says }], rules: rulesAbout(word).map(short) };
}

function assumptionNamed(typed: string): Explained | null {
  const word = typed.toUpperCase();
  const meanings = listAssumptions()
    .filter(({ assumption }) => assumption === word)
    .map(({ kind, name, what }) => ({ of: `${kind} ${name}`, says: what }));
  const rules = statements().filter(({ assumption }) => assumption === word);
  return meanings.length === 0 && rules.length === 0
    ? null
    : { word, kind: 'assumption', meanings, rules: rules.map(short) };
}

/** An HTTP status that error codes have, or an exit code. */
function numberNamed(word: string): Explained | null {
  const ofStatus = Object.entries<ErrorCodeRow>(errorCodes).filter(([, { status }]) => String(status) === word);
  if (ofStatus.length > 0) {
    const meanings = ofStatus.map(([of, { meaning }]) => ({ of, says: meaning }));
    return { word, kind: 'HTTP status', meanings, rules: [] };
  }
  const exit = exitCodes.find(({ code }) => String(code) === word);
  return exit === undefined
    ? null
    : { word, kind: 'exit code', meanings: [{ of: exit.name, says: exit.meaning }], rules: [] };
}

/** A rule of `webhook certify`. */
function receiverRuleNamed(word: string): Explained | null {
  const found = certifyRules.find(({ rule }) => rule === word);
  return found === undefined
    ? null
    : { word, kind: 'rule', meanings: [{ of: 'receiver', says: found.title }], rules: [] };
}

const short = ({ id, says }: RuleEntry): { readonly id: string; readonly says: string } => ({ id, says });

/** Every word, in the order in which they are looked up. */
const allWords = (): readonly Listed[] => [
  ...wordsOfService(),
  ...ownCodes().map(({ code, meaning }) => listed(code, 'error code', meaning)),
];

function wordsOfService(): readonly Listed[] {
  const states = [...new Set(holders.flatMap(([, names]) => [...names] as string[]))];
  const assumptions = listAssumptions();
  const httpStatuses = [...new Set(Object.values<ErrorCodeRow>(errorCodes).map(({ status }) => String(status)))].sort();
  return [
    ...Object.entries<ErrorCodeRow>(errorCodes).map(([word, { meaning }]) => listed(word, 'error code', meaning)),
    ...states.map((word) => listed(word, 'status', statusNamed(word)?.meanings[0]?.says ?? '')),
    ...Object.entries(eventMeanings).map(([word, says]) => listed(word, 'event', says)),
    ...statements().map(({ id, says }) => listed(id, 'rule', says)),
    ...[...new Set(assumptions.map(({ assumption }) => assumption))]
      .filter((word) => word !== '')
      .map((word) => listed(word, 'assumption', assumptions.find(({ assumption }) => assumption === word)?.what ?? '')),
    ...certifyRules.map(({ rule, title }) => listed(rule, 'rule', title)),
    ...httpStatuses.map((word) => listed(word, 'HTTP status', numberNamed(word)?.meanings[0]?.says ?? '')),
    ...exitCodes.map(({ code, meaning }) => listed(String(code), 'exit code', meaning)),
  ];
}

const listed = (word: string, kind: Listed['kind'], says: string): Listed => ({ word, kind, says });

async function listWords(context: Context): Promise<void> {
  const data = allWords();
  await context.output.result(
    { data },
    {
      ids: data.map(({ word }) => word),
      table: {
        columns: ['WORD', 'KIND', 'MEANING'],
        rows: data.map(({ word, kind, says }) => [{ id: word }, kind, { sentence: says }]),
        empty: '',
      },
    },
  );
}
