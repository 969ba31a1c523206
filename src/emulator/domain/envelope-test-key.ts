import type { ApiKey, Organisation } from './organisation.js';
import { Refusal } from './refusal.js';

/** Limits of test keys for envelopes (Authentication, rule 7). */

interface Owned {
  readonly mode: ApiKey['mode'];
}

interface Addressee {
  readonly email: string;
  readonly embedded: boolean;
}

/** Rejects a test key that sends a live envelope, or that would e-mail a person who has not agreed to it. */
export function checkTestSending(
  key: Pick<ApiKey, 'mode'>,
  envelope: Owned,
  organisation: Pick<Organisation, 'members' | 'confirmed_addresses'>,
  recipients: readonly Addressee[],
  path = '',
): void {
  if (key.mode !== 'test') return;
  if (envelope.mode !== 'test') {
    throw new Refusal('test_key_cannot_send', 'A test key may send only envelopes that a test key created.');
  }
  recipients.forEach(({ email, embedded }, index) => {
    if (!embedded) checkTestMailing(key, organisation, `${path}recipients[${index}].email`, email);
  });
}

/** `path` is that of the address. Throws Refusal (rule 7). */
export function checkTestMailing(
  key: Pick<ApiKey, 'mode'>,
  organisation: Pick<Organisation, 'members' | 'confirmed_addresses'>,
  path: string,
  email: string,
): void {
  if (mayMail(key, organisation, email)) return;
  const whose = `${path} ${email} is neither a member nor a confirmed address`;
  throw new Refusal('test_key_cannot_send', `${whose}, so a test key cannot email it.`);
}

/** A test key e-mails only members and confirmed addresses (rule 7). */
export const mayMail = (
  { mode }: Pick<ApiKey, 'mode'>,
  { members, confirmed_addresses: confirmed }: Pick<Organisation, 'members' | 'confirmed_addresses'>,
  email: string,
): boolean => mode === 'live' || [...members, ...confirmed].includes(email.toLowerCase());

/** A test key reads only documents of test envelopes. Throws Refusal (Test keys). */
export function checkTestReading(key: Pick<ApiKey, 'mode'>, envelope: Owned): void {
  if (key.mode === 'live' || envelope.mode === 'test') return;
  throw new Refusal(
    'test_key_cannot_read_documents',
    'A test key may read documents and drafts only of envelopes that a test key created.',
  );
}

/** A test key creates signing URLs only for test envelopes. Throws Refusal (Test keys). */
export function checkTestMinting(key: Pick<ApiKey, 'mode'>, envelope: Owned): void {
  if (key.mode === 'live' || envelope.mode === 'test') return;
  throw new Refusal(
    'test_key_cannot_mint',
    'A test key may create signing URLs only for envelopes that a test key created.',
  );
}
