/** Names for the emulator's commands, separate so that they need not load the emulator. */

/** The scenarios, and what they create. */
export const scenarioMeanings = {
  'half-signed': 'An envelope with two signers; the first one has signed',
  sealed: 'An envelope that everyone signed, sealed and ready to download',
  'sealing-failed': 'An envelope that everyone signed but whose sealing failed; it can be retried',
  'endpoint-disabled': 'A webhook endpoint that the service disabled after seven days without a success',
  'mandate-active': 'A standing authorisation that its grantor signed',
} as const;

/** The test runners that an envelope can be exported for. */
export const testRunners = ['vitest', 'pytest'] as const;

export type TestRunner = (typeof testRunners)[number];

export type ScenarioName = keyof typeof scenarioMeanings;

/** The kinds of captured mail, with the label of the button that opens its link. */
export const mailButtons = {
  invitation: 'Read and sign',
  completed: 'Open',
  voided: 'Open',
  mandate: 'Open',
  delegated: 'Read and sign',
  revoked: 'Open',
} as const;

export type MailKind = keyof typeof mailButtons;

export const mailKinds = Object.keys(mailButtons) as readonly MailKind[];
