import { randomUUID } from 'node:crypto';
import {
  CLIENT_CAPABILITIES_META_KEY,
  type ElicitRequestFormParams,
  inputRequired,
  type InputRequiredResult,
  type Server,
  type ServerContext,
} from '@modelcontextprotocol/server';
import type { AnyInput } from '../../client/request.js';
import { CommandFailure, UsageFailure } from '../failure/failure.js';
import { canonicalJson } from '../../contract/canonical-json.js';
import type { KeyKind } from '../../contract/effects.js';
import type { OperationId } from '../../contract/operations.js';
import { isObject } from '../../core/platform/json.js';
import { isAsked, questionOf } from './question.js';
import type { SessionOptions } from './session.js';

/** Asks the user through the client of an agent (elicitation) before a call is carried out. */

/** How writes are confirmed. */
export interface Confirming {
  /** The kind of key that decides; `none`: the base URL was checked again and is an emulator, where nothing is asked. */
  confirmedAs(): Promise<KeyKind | 'none'>;
}

/** A call of an operation, as the client sent it and as a request. */
export interface AskedCall {
  readonly id: OperationId;
  readonly given: Readonly<Record<string, unknown>>;
  readonly input: AnyInput;
  readonly signal: AbortSignal;
}

type Options = Pick<SessionOptions, 'confirming' | 'service' | 'mask' | 'hands'>;
type Request = ServerContext['mcpReq'];

const answerName = 'confirmation';
const maxOpen = 64;
/** A person answers, who may be away. */
const maxWaitMs = 600_000;

/** The questions of a session. A yes is for one call, with the arguments that it was given for. */
export class Confirmations {
  readonly #options: Options;
  readonly #ended: AbortSignal;
  /** The calls that wait for an answer, by the state that the client returns with it (revision 2026-07-28). */
  readonly #open = new Map<string, string>();

  /** `ended`: no answer can arrive any more. */
  constructor(options: Options, ended: AbortSignal) {
    this.#options = options;
    this.#ended = ended;
  }

  /**
   * Null where nothing is asked, and after a yes. A result is a question that the client puts to its user before it
   * repeats the call. Throws UsageFailure where the client cannot ask, and CommandFailure for every other answer.
   */
  async ask(call: AskedCall, request: Request, server: Server): Promise<InputRequiredResult | null> {
    const { confirming } = this.#options;
    if (confirming === null || !isAsked(call.id, call.input.body, 'live')) return null;
    const key = await confirming.confirmedAs();
    if (key === 'none' || !isAsked(call.id, call.input.body, key)) return null;
    const fingerprint = canonicalJson([call.id, call.given]);
    const state: unknown = request.requestState();
    if (typeof state === 'string' && this.#open.get(state) === fingerprint) {
      this.#open.delete(state);
      return accepted(request.inputResponses?.[answerName]);
    }
    const text = await this.#question(call, key);
    const envelope: unknown = request.envelope;
    if (!canAsk(isObject(envelope) ? envelope[CLIENT_CAPABILITIES_META_KEY] : server.getClientCapabilities())) {
      throw new UsageFailure(`${text}\nThis client cannot ask its user to confirm this, so nothing was sent.`, {
        code: 'confirmation_needed',
        hint: 'Ask the user to run it as a command, or to start `esign mcp` with --yes.',
      });
    }
    const form = formOf(text);
    if (envelope === undefined) return accepted(await this.#answer(form, request));
    const [oldest] = this.#open.keys();
    if (this.#open.size >= maxOpen && oldest !== undefined) this.#open.delete(oldest);
    const requestState = randomUUID();
    this.#open.set(requestState, fingerprint);
    return inputRequired({ inputRequests: { [answerName]: inputRequired.elicit(form) }, requestState });
  }

  async #question({ id, input, signal }: AskedCall, key: KeyKind): Promise<string> {
    const { service, mask, hands } = this.#options;
    return await questionOf(
      { id, input, key, service },
      async (read, parameters) => (await hands.call(read, { parameters }, signal)).body,
      mask,
    );
  }

  /** In earlier revisions, the question is a request of its own. */
  async #answer(form: ElicitRequestFormParams, { elicitInput, signal }: Request): Promise<unknown> {
    try {
      return await elicitInput(form, { signal: AbortSignal.any([signal, this.#ended]), timeout: maxWaitMs });
    } catch {
      // An error, an invalid answer, no answer in time, or a client that is gone.
      return null;
    }
  }
}

/** Null for a yes. Throws CommandFailure. */
function accepted(answer: unknown): null {
  const { action, content } = isObject(answer) ? answer : {};
  const confirm = isObject(content) ? content['confirm'] : undefined;
  if (action === 'accept' && confirm === true) return null;
  const isNo = action === 'decline' || action === 'cancel' || (action === 'accept' && confirm === false);
  if (isNo) {
    throw new CommandFailure(130, 'cancelled', 'The user did not confirm this. Nothing was sent.', {
      hint: 'Do not call it again unless the user asks for it.',
    });
  }
  throw new CommandFailure(
    2,
    'confirmation_needed',
    'The client did not return a valid confirmation. Nothing was sent.',
    {
      hint: 'Ask the user to run it as a command.',
    },
  );
}

/** A client that names no mode of elicitation has forms. */
function canAsk(capabilities: unknown): boolean {
  const elicitation = isObject(capabilities) ? capabilities['elicitation'] : undefined;
  return isObject(elicitation) && (elicitation['form'] !== undefined || elicitation['url'] === undefined);
}

/** Clients may accept an empty form without asking, so the form has a field that the user must set. */
const formOf = (message: string): ElicitRequestFormParams => ({
  mode: 'form',
  message,
  requestedSchema: {
    type: 'object',
    properties: { confirm: { type: 'boolean', title: 'Yes, do it' } },
    required: ['confirm'],
  },
});
