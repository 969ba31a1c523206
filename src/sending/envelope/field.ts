import { UsageFailure } from '../../cli/failure/failure.js';
import { parseKeyValueList } from '../../cli/flags/key-value-list.js';

const flag = '--field';
const example = 'type=signature,role=Tenant,page=1,x=0.1,y=0.8,w=0.3,h=0.05';

/**
 * Parses one `--field` of a one-off envelope (A1): a rectangle in fractions of the page from its top left corner.
 * `document` is the position of the file (default: 1); `options` are separated by `|`.
 */
export function parseField(text: string): Readonly<Record<string, unknown>> {
  const pairs = parseKeyValueList(text, {
    flag,
    names: [
      'type',
      'role',
      'document',
      'page',
      'x',
      'y',
      'w',
      'h',
      'label',
      'required',
      'data_key',
      'subject',
      'options',
    ],
    required: ['type', 'role', 'page', 'x', 'y', 'w', 'h'],
    alone: ['required'],
    example,
  });
  const number = (name: string): number => {
    const written = pairs.get(name) ?? '1';
    if (/^\d+(\.\d+)?$/.test(written)) return Number(written);
    throw wrong(`invalid ${name} "${written}", use a number`);
  };
  const texts = ['label', 'data_key', 'subject'].flatMap((name) => (pairs.has(name) ? [[name, pairs.get(name)]] : []));
  const required = pairs.get('required');
  if (required !== undefined && required !== 'true' && required !== 'false')
    throw wrong(`invalid required "${required}", use true or false`);
  return {
    type: pairs.get('type'),
    role: pairs.get('role'),
    document: number('document'),
    page: number('page'),
    rect: { x: number('x'), y: number('y'), w: number('w'), h: number('h') },
    ...Object.fromEntries(texts),
    ...(required === undefined ? {} : { required: required === 'true' }),
    ...(pairs.has('options') ? { options: (pairs.get('options') ?? '').split('|') } : {}),
  };
}

const wrong = (why: string): UsageFailure =>
  new UsageFailure(`${flag}: ${why}.`, { code: 'invalid_value', hint: `Example: ${flag} '${example}'` });
