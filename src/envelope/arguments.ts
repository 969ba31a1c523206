import { uuidOf } from '../cli/identifier.js';

/** Parsers for the ids of the envelope commands, so that an invalid id sends no request. */
export const envelopeId = uuidOf('envelope');
export const templateId = uuidOf('template', 'esign template list');
export const brandId = uuidOf('brand');
