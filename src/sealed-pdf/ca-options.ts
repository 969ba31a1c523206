import { Option } from 'commander';
import { collect } from '../cli/recipient.js';

/** The options that name trusted authorities, under their present name and under the former one. */
export interface CaOptions {
  readonly caFile?: readonly string[];
  readonly ca?: readonly string[];
}

/** `--ca-file <file>`: it can be repeated. */
export const caFileOption = (description: string): Option =>
  new Option('--ca-file <file>', description).argParser(collect((path) => path));

/** `--ca`, as `--ca-file` was called before: it is read, and not shown. */
export const formerCaOption = (): Option =>
  new Option('--ca <file>', 'the former name of --ca-file').argParser(collect((path) => path)).hideHelp();

/** The files named by either. */
export const caFiles = ({ caFile = [], ca = [] }: CaOptions): readonly string[] => [...caFile, ...ca];
