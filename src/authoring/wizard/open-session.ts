import type { Context } from '../../cli/context/context.js';
import { contractInUse } from '../../cli/context/contract.js';
import type { Prompt } from '../../core/terminal/prompt.js';
import { commandLines } from './command-lines.js';
import { HeldTemplate } from './held-template.js';
import { Memory } from './memory.js';
import type { Session } from './session.js';

/** Reads the template and what is remembered of an earlier conversation about it. */
export async function openSession(
  context: Context,
  prompt: Prompt,
  id: string,
  shown: Pick<Session, 'pictures' | 'afterPeople' | 'openPage' | 'changes'>,
): Promise<Session> {
  const template = await HeldTemplate.read(context, prompt, id);
  const memory = await Memory.open(context, template.body);
  const contract = (await contractInUse(context.settings()))?.contract;
  const lines = commandLines(template.body.id, context.flags());
  return { context, prompt, template, memory, lines, contract, undo: [], ...shown };
}
