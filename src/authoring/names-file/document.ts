import { type Document, LineCounter, type Node, type ParsedNode } from 'yaml';
import { parseYaml } from '../../cli/files/yaml-document.js';
import { Misplaced } from '../../cli/files/values-file.js';

/** A YAML text with the means to say where in it something is. */
export interface PlacedDocument {
  readonly document: Document.Parsed<ParsedNode>;
  /** A mistake at a node, in words that begin with a small letter. */
  at(node: unknown, message: string): Misplaced;
}

/** Parses one YAML document. Throws Misplaced for text that is not YAML, and for a duplicate name. */
export function readDocument(text: string): PlacedDocument {
  const lines = new LineCounter();
  const document = parseYaml(text, lines);
  const problem = document.errors[0];
  if (problem !== undefined) {
    const { line, col } = lines.linePos(problem.pos[0]);
    const message = problem.message.replace(/\.$/, '');
    throw new Misplaced(line, col, message.charAt(0).toLowerCase() + message.slice(1));
  }
  return {
    document,
    at: (node, message) => {
      const { line, col } = lines.linePos((node as Node | null)?.range?.[0] ?? 0);
      return new Misplaced(Math.max(line, 1), Math.max(col, 1), message);
    },
  };
}
