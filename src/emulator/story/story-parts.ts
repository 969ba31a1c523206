import type { Code } from './literal.js';
import type { Step, Story } from './story.js';

/** What the two files have in common. */

/** Null and false are the defaults of a field. */
const withoutDefaults = (value: object): object =>
  Object.fromEntries(Object.entries(value).filter(([, each]) => each !== null && each !== false));

/** The body of the route that creates the template. */
export const templateOf = ({ template: { name, roles, questions, fields } }: Story): object => ({
  name,
  roles: roles.map(({ name: role, routing_type: type }) =>
    type === 'cc' ? { name: role, routing_type: type } : { name: role },
  ),
  ...(questions.length === 0 ? {} : { questions: questions.map(withoutDefaults) }),
  fields: fields.map(withoutDefaults),
});

/** The body that creates the envelope, with the code for its template and its deadline. */
export const creationBody = ({ create }: Story, template: Code, deadline: Code): object => ({
  template_id: template,
  title: create.title,
  recipients: create.recipients,
  ...(create.values.length === 0 ? {} : { values: create.values.map(withoutDefaults) }),
  ...(create.completion_delivery === 'integrator' ? {} : { completion_delivery: create.completion_delivery }),
  ...(create.expires_in === null ? {} : { expires_at: deadline }),
});

/** What the test expects after a step: the events, and that the app accepted those that it gets. */
export const expected = ({ subscribed }: Story, { events }: Step): readonly string[] =>
  events.map((name) => (subscribed.includes(name) ? `${name}, accepted` : name));

/** The options of a signature; null for none. */
export function signOptions(step: Extract<Step, { readonly act: 'sign' }>): object | null {
  const options = {
    ...(step.values.length === 0 ? {} : { values: step.values.map(withoutDefaults) }),
    ...(step.typed === undefined ? {} : { signature: step.typed }),
  };
  return Object.keys(options).length === 0 ? null : options;
}

/** `34h1m`. */
export function shownSeconds(seconds: number): string {
  const parts = [
    [Math.floor(seconds / 3600), 'h'],
    [Math.floor(seconds / 60) % 60, 'm'],
    [seconds % 60, 's'],
  ] as const;
  return parts.map(([count, unit]) => (count === 0 ? '' : `${count}${unit}`)).join('');
}

/** `Lease: sent, signed, completed, sealed`. */
export function nameOf({ title, steps }: Story): string {
  const words = steps.flatMap(({ events }) => events.map(wordFor));
  return [title, [...new Set(words)].join(', ')].filter((part) => part !== '').join(': ');
}

const wordFor = (event: string): string =>
  event === 'recipient.completed' ? 'signed' : event.replace('envelope.', '').replace('_', ' ');
