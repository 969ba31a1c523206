import type { JournalFailure } from '../journal/append.js';

/** What is wrong with the record of requests, and what to do, in words. */
export function journalTrouble({ code, path, systemCode }: JournalFailure): {
  readonly message: string;
  readonly hint: string;
} {
  const check = 'Check the state folder, its permissions and the free space, or name another with ESIGN_STATE_DIR.';
  switch (code) {
    case 'journal_unreadable':
      return { message: `The record of requests ${path} cannot be read (${systemCode}).`, hint: check };
    case 'journal_unwritable':
      return {
        message: `The record of requests ${path} cannot be written (${systemCode}), so this request was not sent.`,
        hint: check,
      };
    case 'journal_damaged':
      return {
        message: `The record of requests ${path} is damaged, and may hold this very request, so it was not sent.`,
        hint: 'Check at the service whether it was sent. Then set the damaged record aside with `esign doctor --fix`.',
      };
    case 'journal_newer':
      return {
        message: `The record of requests ${path} was written by a newer esign (${systemCode}), so this request was not sent.`,
        hint: 'Update esign, or name another state folder with ESIGN_STATE_DIR.',
      };
  }
}
