import { Option } from 'commander';
import { collect } from '../../cli/flags/collect.js';

/** The option that names trusted authorities; the files stand in the order given. */
export interface CaOptions {
  readonly caFile?: readonly string[];
}

/** `--ca-file <file>`: it can be repeated. */
export const caFileOption = (description: string): Option =>
  new Option('--ca-file <file>', description).argParser(collect((path) => path));
