import * as file from './contract-file.js';
import type { DeliveryWords } from './line.js';

/** The public entry `esign/contract`: what a service does otherwise than described, for code that uses the package. */

/**
 * Reads the text of a contract file, for the `contract` of `verifyDelivery` and the name of its header. Throws an Error
 * that names the invalid line.
 */
export const readContractFile = (text: string): DeliveryWords => file.readContractFile(text);

export type { DeliveryWords } from './line.js';
