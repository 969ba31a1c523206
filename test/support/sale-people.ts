import { type AgreementScene, agreementScene } from './agreement-scene.js';
import type { Answer } from './http.js';
import { sale } from './sale-form.js';
import type { Person, Template } from './shapes.js';

/** The people of a sale, whose template is new for every test. */
export interface SalePeople {
  readonly scene: AgreementScene;
  /** The path of the template. */
  base(): string;
  read(): Promise<Answer<Template>>;
  people(): Promise<readonly Person[]>;
  /** Whose heading or role has the word in it, or an error of the test. */
  person(word: string): Promise<Person>;
  /** Decides about somebody, under the current ETag by default. */
  put<T = Template>(personId: string, body: unknown, etag?: string): Promise<Answer<T>>;
}

export function salePeople(): SalePeople {
  const scene = agreementScene({ each: true, pdf: sale, name: 'Sale' });
  const base = (): string => `/api/v1/templates/${scene.template.id}`;
  const read = (): Promise<Answer<Template>> => scene.organisation.live<Template>(`GET ${base()}`);
  const people = async (): Promise<readonly Person[]> =>
    (await scene.organisation.live<{ people: Person[] }>(`GET ${base()}/people`)).body.people;
  return {
    scene,
    base,
    read,
    people,
    async person(word) {
      const found = (await people()).find(({ heading, proposed }) =>
        new RegExp(word, 'i').test(`${heading} ${proposed.role_name}`),
      );
      if (found === undefined) throw new Error(`nobody is called ${word}`);
      return found;
    },
    async put(personId, body, etag) {
      const ifMatch = etag ?? (await read()).headers['etag'] ?? '';
      return scene.organisation.live(`PUT ${base()}/people/${personId}`, body, { 'If-Match': ifMatch });
    },
  };
}

export const field = (from: Template, name: string) =>
  from.fields.find(({ context }) => context['widget_name'] === name)!;
