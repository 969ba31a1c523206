import { takesNextWord } from '../flags/global-flags.js';
import { pages } from './resources.js';
import { argumentOf, propertyOf, type Tool, toolName } from './tools.js';

/** Texts for a person at a terminal, as an agent needs them: it calls tools with arguments, and has no flags. */

export interface AgentWords {
  /** A description or a hint of a tool, or of none: what needs a flag that the tool lacks is left out. */
  readonly advice: (text: string, tool: string) => string;
  /** What went wrong, of which nothing is left out. */
  readonly message: (text: string, tool: string) => string;
  /** A result or the details of a failure, with the tools to call in place of the commands that it advises. */
  readonly result: (value: unknown) => unknown;
}

/** What an agent calls in place of a command that only a person runs, such as one that has a screen. */
const insteadOfScreens: Readonly<Record<string, string>> = {
  template_wizard: 'template_people',
  template_edit: 'template_get',
  envelope_desk: 'envelope_list',
  envelope_show: 'envelope_get',
  spec_rule: 'explain',
};

const flag = /`?(?<![\w-])(--[a-z][a-z-]*)/;
/** A part of a sentence: from a comma, a semicolon or an `or` up to the next one. */
const clause = (start: string): RegExp =>
  new RegExp(`${start}[^,;.]{0,200}?(?<![\\w-])(--[a-z][a-z-]*)(?:\\([^()]*\\)|[^,;.()])*`, 'g');
const clauses = [clause(',? (?:or|and) '), clause('[,;] ')];
/** Where else to look: left out for a command without a tool. */
const reference = /(?:[;,] see| from) `(esign [^`]*)`/g;
const sentenceEnd = /(?<=[.?!]) (?=[^a-z])/;

/** The words of these tools, which are all that a session may have. */
export function agentWords(tools: readonly Tool[]): AgentWords {
  const byName = new Map(tools.map((tool) => [tool.name, tool]));
  const sentence = (text: string, taken: readonly string[], isLeftOut: boolean): string | null => {
    // How the session is started is for the person who does it.
    if (text.includes('esign mcp')) return text;
    const isForeign = (name: string): boolean => !taken.includes(propertyOf(name));
    // Commands are taken out, so that their flags stay.
    const commands: string[] = [];
    const keep = (command: string): string => `\uE000${commands.push(command) - 1}\uE000`;
    const start = text.indexOf(': esign ') + 2;
    const bare = start < 2 ? '' : text.slice(start);
    const said = (bare === '' ? text : text.slice(0, start) + keep(callOf(bare, byName) ?? bare))
      .replaceAll(reference, (all, code: string) => (isLeftOut && callOf(code, byName) === null ? '' : all))
      .replaceAll(/`esign [^`]*`/g, (code) => {
        const call = callOf(code.slice(1, -1), byName);
        return keep(call === null ? code : `\`${call}\``);
      })
      .replaceAll(/(?<![\w`-])-o\b/g, '--output');
    const own = (isLeftOut ? clauses : [])
      .reduce((now, each) => now.replaceAll(each, (cut, name: string) => (isForeign(name) ? '' : cut)), said)
      .replaceAll(new RegExp(flag, 'g'), (given, name: string) => {
        if (isForeign(name)) return given;
        return given.startsWith('`') ? `\`${propertyOf(name)}` : `\`${propertyOf(name)}\``;
      });
    if (isLeftOut && flag.test(own)) return null;
    return own.replaceAll(/\uE000(\d+)\uE000/g, (_, at: string) => commands[Number(at)] ?? '');
  };
  const propertiesOf = (tool: string): readonly string[] => Object.keys(byName.get(tool)?.inputSchema.properties ?? {});
  const every = tools.flatMap(({ name }) => propertiesOf(name));
  const translated = (text: string, taken: readonly string[], isLeftOut: boolean): string =>
    text
      .split('\n')
      .flatMap((line) => {
        const [margin = ''] = /^\s*/.exec(line) ?? [];
        const said = line.slice(margin.length);
        if (said.startsWith('esign ')) return [`${margin}${callOf(said, byName) ?? said}`];
        const all = calledAgain(said)
          .split(sentenceEnd)
          .map((each) => sentence(each, taken, isLeftOut));
        // What follows the first sentence of a paragraph is about the same.
        if (said !== '' && all[0] === null) return [];
        return [margin + all.filter((each) => each !== null).join(' ')];
      })
      .join('\n')
      .trim();
  const result = (value: unknown, name = ''): unknown => {
    if (typeof value === 'string') return /^(?:fix|hint|next)$/.test(name) ? translated(value, every, false) : value;
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) return value.map((each) => result(each, name));
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, result(each, key)]));
  };
  return {
    advice: (text, tool) => translated(text, propertiesOf(tool), true),
    message: (text, tool) => {
      const taken = propertiesOf(tool);
      // As the service names it.
      const renamed = text.replace(/(?<=^`?)\w+/, (name) =>
        taken.includes(argumentOf(name)) ? argumentOf(name) : name,
      );
      return translated(renamed, taken, false);
    },
    result,
  };
}

const calledAgain = (text: string): string =>
  text
    .replaceAll(/\b([Rr])(?:un (?:the|this) (?:same )?command again|etry the same command)\b/g, (_, first: string) =>
      first === 'R' ? 'Call the tool again' : 'call the tool again',
    )
    .replaceAll(/--allow-problem [a-z]+_\w+(?: --allow-problem \w+)*/g, (flags) => {
      return `\`allow_problem\`: ${JSON.stringify(flags.split(' ').filter((word) => word !== '--allow-problem'))}`;
    });

/** The tool, and its arguments as JSON, for a command line; null for a command that a person runs. */
function callOf(command: string, byName: ReadonlyMap<string, Tool>): string | null {
  const words = (command.match(/(?:'[^']*'|"[^"]*"|[^\s'"])+/g) ?? []).slice(1);
  if (words[0] === 'help' && pages.includes(words[1] ?? '')) return `esign://help/${words[1]}`;
  for (let length = Math.min(3, words.length); length > 0; length -= 1) {
    const name = toolName(words.slice(0, length).join(' '));
    const tool = byName.get(insteadOfScreens[name] ?? name);
    if (tool === undefined) continue;
    const given = argumentsOf(words.slice(length), tool.inputSchema.properties);
    if (given === null) return null;
    return Object.keys(given).length === 0 ? tool.name : `${tool.name} ${JSON.stringify(given)}`;
  }
  return null;
}

type Properties = Tool['inputSchema']['properties'];

/** The words after a command as arguments, without placeholders such as ID; null where the tool lacks a flag. */
function argumentsOf(words: readonly string[], properties: Properties): Record<string, unknown> | null {
  const given: Record<string, unknown> = {};
  const positions = Object.keys(properties).filter((name) => name !== 'part' && name !== 'from');
  let position = 0;
  const take = (name: string | undefined, text: string): void => {
    const value = text.replaceAll(/['"]/g, '');
    if (name === undefined || /^[A-Z][A-Z_]*$/.test(value)) return;
    const { type } = properties[name] ?? {};
    if (type === 'array') given[name] = [...((given[name] as unknown[] | undefined) ?? []), value];
    else given[name] = type === 'integer' || type === 'number' ? Number(value) : value;
  };
  for (let at = 0; at < words.length; at += 1) {
    const word = (words[at] ?? '').replace(/^-o$/, '--output');
    const [long = '', value] = word.split(/=(.*)/s);
    const next = words[at + 1];
    if (!word.startsWith('--')) take(positions[position++], word);
    else if (long === '--json') continue;
    else if (takesNextWord(long)) at += value === undefined ? 1 : 0;
    else if (!Object.hasOwn(properties, propertyOf(long))) return null;
    else if (value !== undefined) take(propertyOf(long), value);
    else if (next === undefined || next.startsWith('--') || properties[propertyOf(long)]?.['type'] === 'boolean')
      given[propertyOf(long)] = true;
    else {
      take(propertyOf(long), next);
      at += 1;
    }
  }
  return given;
}
