import type { CallToolResult } from '@modelcontextprotocol/server';
import type { Mask } from '../../client/mask.js';
import { CommandFailure } from '../failure/failure.js';
import { exitCodes } from '../failure/exit-code.js';
import { failureOf, type Ran } from '../context/own-command.js';
import { isObject, parseJson } from '../../core/platform/json.js';
import { withTexts } from './hide.js';
import { shape } from './shape.js';

/**
 * What a command printed, as the answer of its tool. A result with another exit code than 0 is still one: a form that is
 * refused, a signature that does not verify. Throws CommandFailure where it printed no result, and UsageFailure for an
 * unknown part.
 */
export function localAnswer(
  ran: Ran,
  { part, from }: { readonly part: string; readonly from: number },
  mask: Pick<Mask, 'text'>,
): CallToolResult {
  // A command shows no secret and no signing URL unless it is told to print one, which no tool can.
  const printed = withTexts(printedBy(withoutPrintFlag(mask.text(ran.stdout))), mask.text);
  const failure = ran.code === 0 ? null : failureOf(ran);
  if (printed === undefined || printed === null) {
    const { code, message, hint, details } = failure ?? nothingPrinted;
    const exit = exitCodes.find((row) => row.code === ran.code && row.code !== 0)?.code ?? 1;
    throw new CommandFailure(exit, code, message, { details, ...(hint === null ? {} : { hint }) });
  }
  const { json, notes, isOutline = false } = shape(printed, part, from);
  const said = failure === null ? notes : [...notes, mask.text(agentWords(failure.message))];
  const isWhole = part === '' && from === 0 && !isOutline;
  const content = {
    ...(isWhole ? { result: parseJson(json) } : { part: parseJson(json) }),
    exit_code: ran.code,
    notes: said,
  };
  return { content: [{ type: 'text', text: JSON.stringify(content) }] };
}

/**
 * A command that prints as it goes prints a line for each step: what it came to stands in the last one, and the ones
 * before it are its `data`. Nothing where it only got ready.
 */
function printedBy(stdout: string): unknown {
  const whole = parseJson(stdout);
  if (whole !== undefined) return isReady(whole) ? undefined : whole;
  const steps = stdout.trim().split('\n').map(parseJson);
  const last = steps.pop();
  const data = steps.filter((step) => !isReady(step));
  return data.length === 0 || !isObject(last) ? last : { ...last, data };
}

const isReady = (step: unknown): boolean => isObject(step) && step['type'] === 'ready';

const nothingPrinted = { code: 'no_result', message: 'The command printed no result.', hint: null, details: {} };

/** A message or hint for a person at a terminal, as an agent needs it: it calls tools. */
export const agentWords = (text: string): string =>
  text
    .replace(/\b([Rr])un (?:the|this) (?:same )?command again\b/g, (_, first: string) =>
      first === 'R' ? 'Call the tool again' : 'call the tool again',
    )
    .replace(/--allow-problem [a-z]+_\w+(?: --allow-problem \w+)*/g, (flags) => {
      return `\`allow_problem\`: ${JSON.stringify(flags.split(' ').filter((word) => word !== '--allow-problem'))}`;
    });

/** What a command printed, without the flag that no tool has. */
const withoutPrintFlag = (text: string): string =>
  text.replaceAll('(link hidden, use --print to show it)', '(link hidden)');
