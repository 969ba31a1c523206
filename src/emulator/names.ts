/** Names that the emulator's commands take as words: here, so that they need not load the emulator to know them. */

/** The states that a test can begin with, and what there is then. */
export const scenarioMeanings = {
  'half-signed': 'An envelope with two signers; the first one has signed',
  sealed: 'An envelope that everyone signed, sealed and ready to download',
  'sealing-failed': 'An envelope that everyone signed but whose sealing failed; it can be retried',
  'endpoint-disabled': 'A webhook endpoint that the service disabled after seven days without a success',
  'mandate-active': 'A standing authorisation that its grantor signed',
} as const;

export type ScenarioName = keyof typeof scenarioMeanings;

/** What a captured mail is about. */
export const mailKinds = ['invitation', 'completed', 'voided', 'mandate', 'delegated', 'revoked'] as const;

export type MailKind = (typeof mailKinds)[number];
