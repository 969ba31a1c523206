import { parseKeyValueList } from '../../cli/flags/key-value-list.js';

export interface Grantor {
  readonly name: string;
  readonly email: string;
  readonly job_title?: string;
}

/** Reads `--grantor "name=…,email=…,job_title=…"`: the person who signs the mandate. */
export function parseGrantor(text: string): Grantor {
  const pairs = parseKeyValueList(text, {
    flag: '--grantor',
    names: ['name', 'email', 'job_title'],
    required: ['name', 'email'],
    example: 'name=Naledi Khumalo,email=naledi@example.test,job_title=Director',
  });
  const title = pairs.get('job_title');
  return {
    name: pairs.get('name') ?? '',
    email: pairs.get('email') ?? '',
    ...(title === undefined ? {} : { job_title: title }),
  };
}
