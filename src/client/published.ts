import { readNetwork } from '../core/http/network.js';
import { createSender } from '../core/http/send.js';
import { readBase } from './request.js';
import { TransportFailure, UnexpectedAnswer } from './failure.js';
import { readWhole } from './pdf.js';
import { SendFailure } from '../core/http/send-failure.js';

const maxBytes = 96 * 1024 * 1024;
const timeoutMs = 60_000;

/**
 * The text of a document at a public address: no key is sent, and redirects are not followed. Throws InputRefused for
 * an invalid address, TransportFailure and UnexpectedAnswer.
 */
export async function fetchPublished(
  address: string,
  { env, signal }: { readonly env: Readonly<Record<string, string | undefined>>; readonly signal: AbortSignal },
): Promise<string> {
  const url = new URL(address);
  readBase(url.origin);
  const sender = createSender({ network: readNetwork(env) });
  const facts = { attempts: 1, outcomeUnknown: false, operation: 'getSpecification' } as const;
  try {
    const headers = [['Accept', 'application/json, application/yaml, text/yaml']] as const;
    const answer = await sender.send({ method: 'GET', url, headers, timeout: timeoutMs, maxBody: maxBytes, signal });
    const bytes = await readWhole(answer, maxBytes);
    if (answer.status === 200) return bytes.toString('utf8');
    const message = `${url.host} responded with ${answer.status} instead of the API description`;
    throw new UnexpectedAnswer(message, { reason: 'status', status: answer.status, ...facts });
  } catch (error) {
    if (!(error instanceof SendFailure)) throw error;
    if (error.reason === 'too_large') {
      throw new UnexpectedAnswer(error.message, { reason: error.reason, status: 200, ...facts });
    }
    throw new TransportFailure(error.message, { reason: error.reason, cause: error.cause, ...facts });
  } finally {
    await sender.close();
  }
}
