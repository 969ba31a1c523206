import { uuidOf } from '../cli/identifier.js';

/** Readers for the ids that the template commands take; each is checked before the network. */
export const namingRunId = uuidOf('naming run', 'esign template propose ID');
export const proposalId = uuidOf('proposal', 'esign template propose ID');
export const documentId = uuidOf('document', 'esign template get ID --json=documents');
