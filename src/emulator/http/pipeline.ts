import type { ErrorCode } from '../../contract/error-codes.js';
import type { Operation } from '../../contract/operation.js';
import { operations, type OperationId } from '../../contract/operations.js';
import type { Contract } from '../../contract/overlay/contract.js';
import { plainContract } from '../../contract/overlay/plain-contract.js';
import type { RequestHead, ServedReply, ServedRequest } from '../../core/http/serve.js';
import type { ApiKey, Organisation } from '../domain/organisation.js';
import { notFound, Refusal } from '../domain/refusal.js';
import type { Log } from '../log.js';
import type { Service } from '../service.js';
import { apiKeyRepository } from '../store/api-key-repository.js';
import { DataFileUnwritable } from '../store/database.js';
import { organisationRepository } from '../store/organisation-repository.js';
import { runOperation } from './run-operation.js';
import { authenticate } from './authenticate.js';
import { json, type Reply } from './exchange.js';
import { createIdempotency } from './idempotency.js';
import { AnswerLost, AskedAnswer, meetOperationFaults, type Run } from './operation-fault.js';
import { contractRoutes } from './in-service-words.js';
import { createRouter, readTarget } from './path.js';
import { overLimitHeaders, rateHeaders, type RateLimit } from './rate-limit.js';
import { assumptions, encode, errorReply, refusalReply, rule, served, type Headers } from './reply.js';

export interface PipelineParts {
  readonly service: Service;
  readonly rateLimit: RateLimit;
  /** Names each answer. */
  readonly requestId: () => string;
  readonly log: Log;
}

export interface Pipeline {
  handle(request: ServedRequest): Promise<ServedReply>;
  /** Whether the response is certain without the body: no valid key, or none is needed. */
  needsNoBody(head: RequestHead): boolean;
  /** The answer to a request whose body is over the limit of `megabytes`. */
  tooLarge(head: RequestHead, megabytes: number): ServedReply;
  /** The response to an invalid request, or to headers that are too large. */
  unreadable(status: 400 | 408 | 431): ServedReply;
  /** Resolves when no request continues behind a connection closed by a fault. */
  rest(): Promise<void>;
}

/** The known facts of a request: they determine the response headers. */
interface Progress {
  row: Operation | null;
  /** Set when the key is valid: earlier responses have no rate limit headers (Authentication 4). */
  rate: (() => Headers) | null;
  replayed: boolean | null;
  /** Its change is on disk, whatever happens to later requests. */
  committed: boolean;
}

interface Caller {
  readonly key: ApiKey;
  readonly organisation: Organisation;
}

/** Handles every request to the service, from its bytes to a response; the order of errors follows the description. */
export function createPipeline({ service, rateLimit, requestId, log }: PipelineParts): Pipeline {
  const keys = apiKeyRepository(service.store.sql);
  const organisations = organisationRepository(service.store.sql);
  const { idempotencyHours } = service.contract.limits;
  const idempotency = createIdempotency(service.store, service.clock, idempotencyHours);
  const parts = { service, rateLimit, idempotency };
  const router = createRouter(contractRoutes(plainContract));
  const behind = new Set<Promise<void>>();

  const answer = (progress: Progress, reply: Reply, code: ErrorCode | null): ServedReply => {
    const dated: Headers = service.settings.seeded ? { Date: new Date(service.clock.now()).toUTCString() } : {};
    return answerWith({ ...dated, 'Request-Id': requestId() }, progress, reply, code);
  };
  /** Only for the log. */
  const lost = (progress: Progress, { by, hangUp, reply }: AnswerLost): ServedReply => {
    const made = answer(progress, reply ?? { status: 0 }, null);
    return { ...made, headers: [...(made.headers ?? []), ['Esign-Fault', by]], hangUp };
  };

  /** The key's owner, with this request counted. */
  const enter = (head: RequestHead, progress: Progress): Caller => {
    const key = authenticate(head.headers.all('authorization'), keys);
    const organisation = organisations.find(key.organisation_id);
    if (organisation === null) throw new Error('an API key without its organisation');
    progress.rate = () => rateHeaders(rateLimit.window(key.id, organisation.plan));
    rateLimit.count(key.id, organisation.plan, 1);
    return { key, organisation };
  };

  /** A failure after the connection has ended goes only to the log. */
  const trackWork = (head: RequestHead, work: Promise<unknown>): void => {
    const left = work
      .then(
        () => undefined,
        (error: unknown) => {
          if (!(error instanceof AnswerLost)) failure(head, error);
        },
      )
      .finally(() => behind.delete(left));
    behind.add(left);
  };

  const throughFaults = (head: RequestHead, id: OperationId, overLimit: () => Headers, go: Run): Promise<Reply> =>
    meetOperationFaults(
      { faults: service.operationFaults, operation: id, overLimit, behind: (work) => trackWork(head, work) },
      go,
    );

  const run = async (request: ServedRequest, progress: Progress): Promise<Reply> => {
    const target = readTarget(request.path);
    const { path } = target;
    const match = router.match(request.method === 'HEAD' ? 'GET' : request.method, path);
    if (match?.target === 'getSpecification') {
      progress.row = operations.getSpecification;
      return await throughFaults(
        request,
        match.target,
        () => ({ 'Retry-After': '60' }),
        () => specification(service.contract),
      );
    }
    const methods = request.method === 'OPTIONS' ? router.methods(path) : [];
    if (methods.length > 0) return { status: 204, headers: { Allow: ['OPTIONS', ...methods].join(', ') } };

    const { key, organisation } = enter(request, progress);
    if (match === null) throw notFound();
    progress.row = operations[match.target];
    const { headers, body } = request;
    const onCommit = (): void => {
      progress.committed = true;
    };
    const { target: id, parameters } = match;
    const overLimit = (): Headers => overLimitHeaders(rateLimit.window(key.id, organisation.plan));
    return await throughFaults(request, id, overLimit, async (hold) => {
      const call = { id, target, parameters, headers, body, onCommit, key, organisation, hold };
      const { reply, replayed } = await runOperation(parts, call);
      progress.replayed = replayed;
      return reply;
    });
  };

  const failure = (head: RequestHead, error: unknown): { readonly reply: Reply; readonly code: ErrorCode | null } => {
    if (error instanceof Refusal) return { reply: refusalReply(error), code: error.code };
    if (error instanceof AskedAnswer) return { reply: error.reply, code: error.code };
    log({ kind: 'failure', where: `${head.method} ${readTarget(head.path).path}`, error });
    if (error instanceof DataFileUnwritable)
      return { reply: errorReply('service_unavailable', error.message), code: 'service_unavailable' };
    return { reply: errorReply('internal_error', 'The service failed.'), code: 'internal_error' };
  };

  return {
    async handle(request) {
      const progress: Progress = { row: null, rate: null, replayed: null, committed: false };
      const durable = service.store.reading();
      try {
        const reply = await run(request, progress);
        if (!progress.committed) await durable();
        return answer(progress, reply, null);
      } catch (error) {
        if (error instanceof AnswerLost) return lost(progress, error);
        // An error that depends on a change which the disk then rejects is not final.
        const undone = progress.committed
          ? error
          : await durable().then(
              () => error,
              (failed: unknown) => failed,
            );
        const { reply, code } = failure(request, undone);
        return answer(progress, reply, code);
      }
    },
    needsNoBody({ method, path: target, headers }) {
      const { path } = readTarget(target);
      if (router.match(method === 'HEAD' ? 'GET' : method, path)?.target === 'getSpecification') return true;
      if (method === 'OPTIONS' && router.methods(path).length > 0) return true;
      try {
        authenticate(headers.all('authorization'), keys);
        return false;
      } catch (error) {
        return error instanceof Refusal;
      }
    },
    async rest() {
      await Promise.all(behind);
    },
    unreadable(status) {
      const progress: Progress = { row: null, rate: null, replayed: null, committed: false };
      const says = {
        400: 'This is not an HTTP request.',
        408: 'The request did not arrive in time.',
        431: 'The request line and the headers are larger than 16 KiB.',
      };
      return answer(progress, errorReply('invalid_request', says[status]), 'invalid_request');
    },
    tooLarge(head, megabytes) {
      const progress: Progress = { row: null, rate: null, replayed: null, committed: false };
      try {
        enter(head, progress);
        const reply = errorReply('invalid_request', `The body is larger than ${megabytes} MiB.`);
        return answer(progress, reply, 'invalid_request');
      } catch (error) {
        const { reply, code } = failure(head, error);
        return answer(progress, reply, code);
      }
    },
  };
}

function answerWith(own: Headers, progress: Progress, reply: Reply, code: ErrorCode | null): ServedReply {
  const { status, headers, body } = encode(reply);
  return served(status, body, [
    progress.rate?.() ?? {},
    headers,
    assumptions(progress.row, code, headers['Esign-Assumption']),
    rule(progress.row, code, headers),
    progress.replayed === null ? {} : { 'Idempotency-Replayed': String(progress.replayed) },
    own,
  ]);
}

/** Created on demand: it needs parts that no other request does. */
async function specification(contract: Contract): Promise<Reply> {
  const { openApiWithExamples } = await import('../../contract/openapi-examples.js');
  return json(200, openApiWithExamples(contract));
}
