import { uuidOf } from '../cli/identifier.js';

/** Readers for the ids that the envelope commands take; each is checked before the network. */
export const envelopeId = uuidOf('envelope');
export const templateId = uuidOf('template', 'esign template list');
export const brandId = uuidOf('brand');
