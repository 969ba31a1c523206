import type { Context } from '../../cli/context/context.js';
import { openSession } from '../wizard/open-session.js';
import type { Session } from '../wizard/session.js';
import { orSaid } from '../wizard/template-pictures.js';
import { BesideWizard } from './beside-wizard.js';

/** Has a conversation about a template, beside which its page can be opened; the page ends with the conversation. */
export async function withSession<Result>(
  context: Context,
  id: string,
  { prompt, ...shown }: Pick<Session, 'prompt' | 'pictures' | 'afterPeople'>,
  talk: (session: Session) => Promise<Result>,
): Promise<Result> {
  const page = new BesideWizard(context);
  try {
    const session: Session = await openSession(context, prompt, id, {
      ...shown,
      openPage: async () => (await orSaid(prompt, () => page.open(session.template))) ?? 'The page cannot be shown.',
      changes: page.changes,
    });
    return await talk(session);
  } finally {
    await page.close();
  }
}
