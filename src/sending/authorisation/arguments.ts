import { uuidOf } from '../../cli/flags/identifier.js';

/** Parsers for the ids of the authorisation commands, so that an invalid id sends no request. */
export const authorisationId = uuidOf('authorisation', 'esign authorisation list');
export const brandId = uuidOf('brand');
