import type { JournalFailure } from '../../store/failure.js';

/** The message and the hint for a failure of the request journal. */
export function journalTrouble({ code, path, systemCode }: JournalFailure): {
  readonly message: string;
  readonly hint: string;
} {
  const check =
    'Check the state folder, its permissions and the free disk space, or set another folder with ESIGN_STATE_DIR.';
  if (systemCode === 'ESTALE') {
    return {
      message: `The request journal ${path} was moved or removed while this program used it, so nothing more is sent.`,
      hint: 'Start the command again.',
    };
  }
  switch (code) {
    case 'journal_unreadable':
      return { message: `Cannot read the request journal ${path} (${systemCode}).`, hint: check };
    case 'journal_unwritable':
      if (systemCode === 'EBUSY') {
        return {
          message: `Another process is writing to the request journal ${path}, so this request was not sent.`,
          hint: 'Run the command again.',
        };
      }
      return {
        message: `Cannot write the request journal ${path} (${systemCode}), so this request was not sent.`,
        hint: check,
      };
    case 'journal_damaged':
      return {
        message: `The request journal ${path} is damaged (${systemCode}), so nothing is sent.`,
        hint: 'Check at the service what was sent. Then move the damaged file away with `esign doctor --fix`.',
      };
    case 'journal_newer':
      return {
        message: `The request journal ${path} was written by a newer esign (${systemCode}), so this request was not sent.`,
        hint: 'Update esign, or set another state folder with ESIGN_STATE_DIR.',
      };
  }
}
