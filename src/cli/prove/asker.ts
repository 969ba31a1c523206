import type { Operation } from '../../contract/operation.js';
import type { Contract, ContractLine } from '../../contract/overlay/contract.js';
import type { Facts, Probe, Question } from '../../contract/prove/probe.js';
import type { ShownExchange } from './outcome.js';
import type { RawAnswer, RawRequest } from './transport.js';

export interface Exchange {
  readonly request: RawRequest;
  readonly answer: RawAnswer;
  readonly row: Operation;
}

/** What a question needs of the run that asks it. */
export interface Asker {
  /** As far as it is known now. */
  readonly contract: Contract;
  readonly facts: Facts;
  /** One question and its answer, at another path where one is given. Throws Unanswered. */
  exchange(probe: Probe, question: Question, path?: string): Promise<Exchange>;
  /** False when the lines say nothing new. */
  learn(lines: readonly ContractLine[]): boolean;
  shown(exchange: Exchange): ShownExchange;
}
