/** What an agent can read about the service and about esign: each is what a command prints. */

export interface Resource {
  readonly uri: string;
  readonly name: string;
  readonly description: string;
  readonly mimeType: 'application/json' | 'text/plain';
  /** The command line after `esign`. */
  readonly words: readonly string[];
}

const document = (name: string, description: string, ...words: readonly string[]): Resource => ({
  uri: `esign://${name}`,
  name,
  description,
  mimeType: 'application/json',
  words: [...words, '--json'],
});

const page = (topic: string, description: string): Resource => ({
  uri: `esign://help/${topic}`,
  name: `help/${topic}`,
  description,
  mimeType: 'text/plain',
  words: ['help', topic],
});

export const resources: readonly Resource[] = [
  document('openapi.json', 'The OpenAPI description of the service, with the contract file in use', 'spec', 'show'),
  document('assumptions', 'What esign assumes where the description leaves something open', 'spec', 'assumptions'),
  document('rules', 'Every rule of the service, with its ID and its basis', 'spec', 'rule'),
  page('agents', 'How an AI agent works with esign'),
  page('testing', 'Test an app against the emulator'),
  page('webhooks', 'Receive and verify deliveries'),
  page('errors', 'Error codes, and what to do about them'),
  page('text-tags', 'Tags that add fields to a document'),
  page('security', 'What is secret, and what asks first'),
];
