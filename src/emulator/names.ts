/** Names for the emulator's commands, separate so that they need not load the emulator. */

/** The scenarios, and what they create. */
export const scenarioMeanings = {
  'half-signed': 'An envelope with two signers; the first one has signed',
  sealed: 'An envelope that everyone signed, sealed and ready to download',
  'sealing-failed': 'An envelope that everyone signed but whose sealing failed; it can be retried',
  'endpoint-disabled': 'A webhook endpoint that the service disabled after seven days without a success',
  'mandate-active': 'A standing authorisation that its grantor signed',
} as const;

export type ScenarioName = keyof typeof scenarioMeanings;

/** The kinds of captured mail. */
export const mailKinds = ['invitation', 'completed', 'voided', 'mandate', 'delegated', 'revoked'] as const;

export type MailKind = (typeof mailKinds)[number];
