import type { RecipientRequest } from '../../contract/operations/envelopes.js';
import { readTick } from '../../core/platform/read-tick.js';
import { UsageFailure } from '../failure/failure.js';
import { parseKeyValueList } from './key-value-list.js';
import { parsePerson } from './person.js';

const example = 'role=Tenant,name=Thandi Mokoena,email=thandi@example.test';
const flag = '--recipient';
const names = [
  'role',
  'name',
  'email',
  'job_title',
  'company',
  'embedded',
  'external_ref',
  'standing_authorisation_id',
];

/**
 * Parses one `--recipient` (Recipient; A0). The order of the flags is the routing order. The role of `NAME <ADDRESS>` is
 * empty until `sending/envelope/open-roles.ts` finds it. Throws UsageFailure.
 */
export function parseRecipient(text: string): RecipientRequest {
  const person = parsePerson(text, flag, names);
  if (person !== null) return { role: '', ...person };
  const pairs = parseKeyValueList(text, {
    flag,
    names,
    required: ['role', 'name', 'email'],
    alone: ['embedded'],
    example,
  });
  const optional = ['job_title', 'company', 'external_ref', 'standing_authorisation_id'] as const;
  return {
    role: pairs.get('role') ?? '',
    name: pairs.get('name') ?? '',
    email: pairs.get('email') ?? '',
    ...Object.fromEntries(optional.flatMap((name) => (pairs.has(name) ? [[name, pairs.get(name)]] : []))),
    ...(pairs.has('embedded') ? { embedded: truth(pairs.get('embedded') ?? '') } : {}),
  };
}

function truth(text: string): boolean {
  const isTrue = readTick(text);
  if (isTrue !== null && text.trim() !== '') return isTrue;
  throw new UsageFailure(`${flag}: invalid value "${text}" for embedded. Use true or false.`, {
    code: 'invalid_value',
    hint: `Example: ${flag} '${example},embedded=true'`,
  });
}
