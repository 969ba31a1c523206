import type { Contract } from '../contract/overlay/contract.js';
import { headersIn, readAnswerBody } from '../contract/overlay/edge.js';
import type { Operation } from '../contract/operation.js';
import { HeaderList } from '../core/http/headers.js';
import type { Send } from '../core/http/send.js';

/** The service's own words, where it has a contract file. */
export interface ServiceWords {
  /** A whole answer in our words; undefined where there is nothing to translate. */
  inOurWords(row: Operation): ((body: unknown) => unknown) | undefined;
  /** Sends the headers that the service names otherwise under its names, and reads them so; only to its origin. */
  readonly send: Send;
}

export function serviceWords(contract: Contract | undefined, send: Send, origin: string): ServiceWords {
  if (contract === undefined) return { inOurWords: () => undefined, send };
  return {
    inOurWords:
      ({ id }) =>
      (body) =>
        readAnswerBody(contract, id, body),
    send: async (request) => {
      if (request.url.origin !== origin) return await send(request);
      const answer = await send({ ...request, headers: headersIn(contract, request.headers, 'to') });
      return { ...answer, headers: new HeaderList(headersIn(contract, answer.headers.pairs, 'from')) };
    },
  };
}
