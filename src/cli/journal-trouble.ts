import type { JournalFailure } from '../journal/append.js';

/** The message and the hint for a failure of the request journal. */
export function journalTrouble({ code, path, systemCode }: JournalFailure): {
  readonly message: string;
  readonly hint: string;
} {
  const check =
    'Check the state folder, its permissions and the free disk space, or set another folder with ESIGN_STATE_DIR.';
  switch (code) {
    case 'journal_unreadable':
      return { message: `Cannot read the request journal ${path} (${systemCode}).`, hint: check };
    case 'journal_unwritable':
      return {
        message: `Cannot write the request journal ${path} (${systemCode}), so this request was not sent.`,
        hint: check,
      };
    case 'journal_damaged':
      return {
        message: `The request journal ${path} is damaged and may contain this request, so it was not sent.`,
        hint: 'Check at the service whether it was sent. Then move the damaged journal away with `esign doctor --fix`.',
      };
    case 'journal_newer':
      return {
        message: `The request journal ${path} was written by a newer esign (${systemCode}), so this request was not sent.`,
        hint: 'Update esign, or set another state folder with ESIGN_STATE_DIR.',
      };
  }
}
