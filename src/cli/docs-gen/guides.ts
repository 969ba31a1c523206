import { readFileSync } from 'node:fs';
import { assetPath } from '../../core/platform/package-files.js';
import type { Topic, TopicPart } from './topics.js';

/** Guides from start to end, one for each goal of a user: help topics and pages of the manual. */

const guides = ['integrate', 'operate', 'ci', 'webhooks', 'test', 'go-live', 'curl'] as const;
export const guideNames: readonly string[] = guides.map((name) => `guide-${name}`);

/** A command of a guide, and what of its output is shown; a line `…` stands for lines that are left out. */
export interface GuideStep {
  readonly run: string;
  readonly shows: readonly string[];
}

/**
 * A guide is a text: its summary, paragraphs, and headings after `#`. A line after `$` is a command, up to `END` where it
 * has a here-document; lines after `>` are its output. A paragraph ends with the next command, heading or empty line.
 */
export const readGuides = (): readonly Topic[] =>
  guides.map((name) => guideOf(name, readFileSync(assetPath(`cli/docs-gen/guides/${name}.txt`), 'utf8')));

/** The guides with a line each. */
export const guidesTopic = (all: readonly Topic[]): Topic => ({
  name: 'guides',
  summary: 'guides from start to end, with real output',
  description: ['Each has one goal and one path, and runs on the emulator.'],
  items: all.map(({ name, summary }) => [`esign help ${name}`, summary] as const),
  parts: [],
  seeAlso: all.map(({ name }) => `esign-${name}(7)`).join(', '),
  table: true,
});

function guideOf(name: string, text: string): Topic {
  const [summary = '', ...lines] = text.split('\n');
  const parts: { heading: string; blocks: (string | GuideStep)[] }[] = [{ heading: '', blocks: [] }];
  let paragraph = '';
  let inDocument = false;
  const flush = (): void => {
    if (paragraph !== '') parts.at(-1)?.blocks.push(paragraph);
    paragraph = '';
  };
  for (const line of lines) {
    const blocks = parts.at(-1)?.blocks ?? [];
    const last = blocks.at(-1);
    if (inDocument && typeof last === 'object') {
      blocks[blocks.length - 1] = { ...last, run: `${last.run}\n${line}` };
      inDocument = line !== 'END';
    } else if (line.startsWith('$ ')) {
      flush();
      blocks.push({ run: line.slice(2), shows: [] });
      inDocument = line.includes("<<'END'");
    } else if (line.startsWith('>') && typeof last === 'object') {
      blocks[blocks.length - 1] = { ...last, shows: [...last.shows, line.slice(2)] };
    } else if (line.startsWith('# ')) {
      flush();
      parts.push({ heading: line.slice(2), blocks: [] });
    } else if (line === '') flush();
    else paragraph += `${paragraph === '' ? '' : ' '}${line}`;
  }
  flush();
  const [intro, ...rest] = parts;
  const others = guideNames.filter((each) => each !== `guide-${name}`).map((each) => `esign-${each}(7)`);
  return {
    name: `guide-${name}`,
    summary,
    description: (intro?.blocks ?? []).filter((block) => typeof block === 'string'),
    parts: rest.map(({ heading, blocks }): TopicPart => ({ heading, blocks })),
    seeAlso: others.join(', '),
  };
}
