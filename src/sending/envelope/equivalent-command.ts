import type { RecipientRequest, ValueRequest } from '../../contract/operations/envelopes.js';
import { shellWord } from '../../cli/flags/reach-flags.js';
import { type Draft, listOf } from './create-options.js';

/** The equivalent non-interactive command, shellWord for a POSIX shell; `file` has everything but --send. */
export function equivalentCommand(body: Draft, file: string | undefined): string {
  const send = body['send'] === true ? ['--send'] : [];
  const words =
    file === undefined
      ? [
          '--template',
          String(body['template_id']),
          ...(listOf(body, 'recipients') as readonly RecipientRequest[]).flatMap((each) => [
            '--recipient',
            recipientFlag(each),
          ]),
          ...(listOf(body, 'values') as readonly ValueRequest[]).flatMap((value) => ['--value', valueFlag(value)]),
          ...(listOf(body, 'values') as readonly ValueRequest[]).flatMap(({ locked, subject, key }) =>
            locked === true ? ['--lock', `${subject ?? ''}.${key}`] : [],
          ),
          ...(typeof body['title'] === 'string' ? ['--title', body['title']] : []),
          ...(typeof body['expires_at'] === 'string' ? ['--expires-at', body['expires_at']] : []),
          ...(typeof body['brand_id'] === 'string' ? ['--brand', body['brand_id']] : []),
        ]
      : ['--input', file];
  return ['esign', 'envelope', 'create', ...words, ...send].map(shellWord).join(' ');
}

/** A recipient as the value of --recipient, not yet quoted for a shell. */
export const recipientFlag = (recipient: RecipientRequest): string =>
  Object.entries(recipient)
    .filter(([, value]) => value !== null && value !== undefined)
    .map(([name, value]) => `${name}=${part(String(value))}`)
    .join(',');

/** Quotes commas, quotes and outer spaces, which the flag would interpret. */
const part = (text: string): string =>
  /[",\\]|^\s|\s$/.test(text) ? `"${text.replace(/["\\]/g, (character) => `\\${character}`)}"` : text;

const valueFlag = ({ subject, key, value }: ValueRequest): string =>
  `${subject ?? ''}.${key}${typeof value === 'string' ? `=${value}` : `:=${JSON.stringify(value)}`}`;
