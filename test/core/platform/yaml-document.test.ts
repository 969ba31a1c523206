import { LineCounter } from 'yaml';
import { describe, expect, it } from 'vitest';
import { parseYaml } from '../../../src/core/platform/yaml-document.js';

const errorsOf = (text: string): readonly string[] =>
  parseYaml(text, new LineCounter()).errors.map(({ message }) => message);

describe('a YAML document', () => {
  it('is read as one document, with its mistakes', () => {
    expect(parseYaml('a: [1, {b: c}]', new LineCounter()).toJS()).toEqual({ a: [1, { b: 'c' }] });
    expect(errorsOf('a: 1\na: 2')).toHaveLength(1);
    expect(errorsOf('a: 1\n---\nb: 2')).toEqual(['the file contains more than one document']);
    expect(errorsOf('')).toEqual([]);
  });

  it('nests 64 levels and no more, however the levels are written', () => {
    const tooDeep = ['this is nested deeper than 64 levels'];
    const written = (levels: number): readonly string[] => [
      '['.repeat(levels) + ']'.repeat(levels),
      `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`,
      `${'- '.repeat(levels)}x`,
      `${'? '.repeat(levels)}x`,
      Array.from({ length: levels }, (_, level) => `${' '.repeat(level)}a:`).join('\n'),
    ];
    for (const text of written(64)) expect(errorsOf(text), text).toEqual([]);
    for (const text of [...written(65), ...written(500)]) expect(errorsOf(text), text.slice(0, 40)).toEqual(tooDeep);
  });

  it('says where it becomes too deep', () => {
    const lines = new LineCounter();
    const [error] = parseYaml(`a: 1\nb: ${'['.repeat(70)}${']'.repeat(70)}`, lines).errors;
    expect(lines.linePos(error!.pos[0])).toMatchObject({ line: 2 });
  });
});
