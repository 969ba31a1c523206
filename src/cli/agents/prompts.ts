/** Tasks that a person gives to an agent by name. */

export interface AgentPrompt {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly arguments: readonly { readonly name: string; readonly description: string; readonly required: boolean }[];
  /** The text of the task; `given` holds the arguments. */
  readonly text: (given: Readonly<Record<string, string>>) => string;
}

const steps = (intro: string, ...all: readonly string[]): string =>
  [intro, ...all.map((step, at) => `${at + 1}. ${step}`)].join('\n');

export const prompts: readonly AgentPrompt[] = [
  {
    name: 'integrate',
    title: 'Add electronic signatures to this app',
    description: 'Plan, build and test an integration against the emulator',
    arguments: [{ name: 'form', description: 'Path of the PDF or Word file to be signed', required: false }],
    text: ({ form }) =>
      steps(
        'Add electronic signatures to the app in this project. Work against the emulator only; send nothing for real.',
        'Read the resources esign://help/agents and esign://help/webhooks.',
        `Look at the form with template_inspect${form === undefined ? '; ask me for its path' : ` (${form})`}. Tell me who signs and what they fill in, and ask where a name is in doubt.`,
        'Create the template, decide its people, and create a draft with example values. Check the values with values_check first.',
        'Write the code that creates and sends an envelope with an idempotency key, and a webhook receiver that verifies the signature over the raw body, ignores repeats, and answers with 2xx at once.',
        'Sign as each recipient with emulator_sign, and advance the clock with emulator_clock_advance to see reminders and retries.',
        'Prove the receiver with webhook_certify, and read emulator_log_requests and emulator_log_deliveries for what was refused and why.',
        'Write tests for all of this, then show me what you built and what is open.',
      ),
  },
  {
    name: 'debug_webhook',
    title: 'Find out why a webhook delivery fails',
    description: 'Look at deliveries, signatures and the receiver, and mend the cause',
    arguments: [{ name: 'symptom', description: 'What happens, in your words', required: false }],
    text: ({ symptom }) =>
      steps(
        `Find out why webhook deliveries fail in this project${symptom === undefined ? '' : `: ${symptom}`}.`,
        'List the deliveries that the app did not accept with event_list (undelivered) and emulator_log_deliveries. Read one with event_show.',
        'If the app refuses the signature, check it with webhook_verify: the secret file that the app uses, the header as it was received, and the body byte for byte. Its result says which of them does not fit.',
        'Read the receiver. The usual causes: the body is parsed before it is verified, a proxy or a framework changed it, the secret is that of another endpoint, the clock of the machine is off.',
        'Mend the cause, then run webhook_certify against the receiver on this machine until every rule passes.',
        'Send the failed deliveries again with emulator_redeliver (failed), and tell me what the cause was.',
      ),
  },
];
