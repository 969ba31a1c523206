import type { Probe } from './probe.js';
import { authorisationProbes } from './probes/authorisation-probes.js';
import { creationProbes } from './probes/creation-probes.js';
import { draftProbes } from './probes/draft-probes.js';
import { sendingProbes } from './probes/sending-probes.js';
import { templateProbes } from './probes/template-probes.js';
import { webhookProbes } from './probes/webhook-probes.js';

/**
 * What can be asked of a service without harm, in the order in which it is asked: a name that one answer shows is known
 * to the questions after it. They are code, not data: each builds its request from earlier answers. The statements that
 * they try name them in `statements.json`.
 */
export const probes: readonly Probe[] = [
  ...templateProbes,
  ...draftProbes,
  ...creationProbes,
  ...webhookProbes,
  ...authorisationProbes,
  ...sendingProbes,
];
