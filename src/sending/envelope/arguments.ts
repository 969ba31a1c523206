import { uuidOf } from '../../cli/flags/identifier.js';

/** Parsers for the ids of the envelope commands, so that an invalid id sends no request. */
export const envelopeId = uuidOf('envelope');
export const brandId = uuidOf('brand');
