import { beforeAll, describe, expect, it } from 'vitest';
import { times } from '../support/counts.js';
import type { Template } from '../support/shapes.js';
import { type Colleague, twoPeople } from '../support/program/two-people.js';
import { shared } from '../support/shared.js';

/** Every order in which two people look at one field and write it, against a model of what each of them has seen. */

const all = shared(twoPeople);
let who: Readonly<Record<Name, Colleague>>;
beforeAll(async () => {
  who = { ann: all.ann, ben: all.ben };
});

type Name = 'ann' | 'ben';
type Step = `${Name} ${'looks' | 'writes'}`;
const steps: readonly Step[] = ['ann looks', 'ben looks', 'ann writes', 'ben writes'];

/** All orders of four steps that end with a write and in which both write. */
const orders = steps
  .flatMap((one) => steps.flatMap((two) => steps.flatMap((three) => steps.map((four) => [one, two, three, four]))))
  .filter((order) => order.at(-1)!.endsWith('writes'))
  .filter((order) => ['ann writes', 'ben writes'].every((step) => order.some((each) => each === step)));

/** Ann and Ben have the same program: each of the others is one of these with their names exchanged. */
const begunByAnn = orders.filter(([first]) => first!.startsWith('ann'));

const rental = ({ fields }: Template) => fields.find(({ label }) => label === 'Monthly rental')!;

/** Writes in turn by each of the commands that name fields. */
async function write(name: Name, template: Template, key: string, turn: number): Promise<number> {
  const { id } = template;
  const field = rental(template).id;
  if (turn % 2 === 0) return (await who[name].run(['template', 'rename', id, field, '--data-key', key])).code;
  who[name].write('names.json', JSON.stringify({ [field]: { data_key: key } }));
  return (await who[name].run(['template', 'rename-all', id, '--from', 'names.json'])).code;
}

describe('two people and one field', () => {
  it.each(times(begunByAnn, orders).map((order, turn) => ({ words: order.join(', '), order, turn })))(
    '$words',
    async ({ order, turn }) => {
      const template = await all.template();
      let value = rental(template).data_key;
      const seen: Partial<Record<Name, string | null>> = {};
      for (const [index, step] of order.entries()) {
        const [name, act] = step.split(' ') as [Name, string];
        if (act === 'looks') {
          await who[name].ok(['template', 'fields', template.id]);
          seen[name] = value;
          continue;
        }
        const key = `${name}.value_${index}`;
        const isLost = seen[name] !== undefined && seen[name] !== value;
        expect([step, await write(name, template, key, turn + index)]).toEqual([step, isLost ? 6 : 0]);
        if (!isLost) seen[name] = value = key;
        expect(rental(await all.read(template.id)).data_key).toBe(value);
      }
    },
  );
});
