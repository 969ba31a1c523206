import { uuidOf } from '../../cli/flags/identifier.js';

/** A reader for an ID that is checked before the network. */
export const documentId = uuidOf('document', 'esign template get ID --json=documents');
