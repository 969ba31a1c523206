import type { CallToolResult } from '@modelcontextprotocol/server';
import type { Mask } from '../../client/mask.js';
import { CommandFailure, explainedBefore } from '../failure/failure.js';
import { exitCodes } from '../failure/exit-code.js';
import { failureOf, type Ran } from '../context/own-command.js';
import { isObject, parseJson } from '../../core/platform/json.js';
import { withTexts } from './hide.js';
import type { AgentWords } from './agent-words.js';
import { answerOf } from './shape.js';

/**
 * What a command printed, as the answer of its tool. A result with another exit code than 0 is still one: a form that is
 * refused, a signature that does not verify. Throws CommandFailure where it printed no result, and UsageFailure for an
 * unknown part.
 */
export function localAnswer(
  ran: Ran,
  view: { readonly part: string; readonly from: number },
  mask: Pick<Mask, 'text'>,
  tool: string,
  words: Pick<AgentWords, 'message' | 'result'>,
): CallToolResult {
  // A command shows no secret and no signing URL unless it is told to print one, which no tool can.
  const printed = withTexts(printedBy(withoutPrintFlag(mask.text(ran.stdout))), mask.text);
  const failure = ran.code === 0 ? null : failureOf(ran);
  if (printed === undefined || printed === null) {
    const { code, message, hint, details } = failure ?? nothingPrinted;
    const exit = exitCodes.find((row) => row.code === ran.code && row.code !== 0)?.code ?? 1;
    throw new CommandFailure(exit, explainedBefore(code), message, { details, ...(hint === null ? {} : { hint }) });
  }
  const said = failure === null ? [] : [mask.text(words.message(failure.message, tool))];
  return answerOf(words.result(printed), view, ran.code, said);
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

/** What a command printed, without the flag that no tool has. */
const withoutPrintFlag = (text: string): string =>
  text.replaceAll('(link hidden, use --print to show it)', '(link hidden)');
