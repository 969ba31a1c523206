import { limits } from '../../contract/limits.js';
import { CaFileUnreadable } from '../../core/http/network.js';
import { NativePackageMissing, NativePackageTrouble } from '../../core/platform/native-package.js';
import { isUnsettled } from '../../store/entry.js';
import { JournalFailure } from '../../store/failure.js';
import { KeyUsed } from '../../store/key-use.js';
import type { FlagOrigin } from '../flags/flag-origin.js';
import { keyReplayed } from '../write/write.js';
import { explain, type Explanation, explanation, type Kind, kind } from './explain.js';

/** Explains the rarer kinds of failure too, whose classes bring the network and the store along. */
export const explainAny = (failure: unknown, origin?: FlagOrigin): Explanation => explain(failure, origin, rareKinds);

const rareKinds: readonly Kind[] = [
  kind(KeyUsed, keyUsed),
  kind(CaFileUnreadable, ({ path }) =>
    explanation(
      2,
      'setting_invalid',
      `Cannot read the certificate authorities in ${path}.`,
      'Set ESIGN_CA_FILE to a PEM file with at least one certificate.',
    ),
  ),
  kind(JournalFailure, (failure) => {
    const [message, hint] = journalTrouble(failure);
    return explanation(1, failure.code, message, hint, { file: failure.path });
  }),
  kind(NativePackageMissing, ({ missing }) =>
    explanation(
      1,
      'package_missing',
      `The package ${missing} is missing: esign needs it for its records and for the emulator.`,
      'Install esign again without --omit=optional. On Windows on ARM64, use Node for x64.',
    ),
  ),
  kind(NativePackageTrouble, ({ message }) =>
    explanation(
      1,
      'package_refused',
      `The database of esign cannot be loaded: ${message}.`,
      'Install what it names. On Debian, the packages libc6 and libstdc++6 have all of it.',
    ),
  ),
];

function keyUsed({ code, key, earlier }: KeyUsed): Explanation {
  if (code === 'idempotency_key_reused') {
    return explanation(
      6,
      code,
      'This Idempotency-Key was used for a different request. Nothing was sent.',
      `Show it with \`esign request show ${earlier.id}\`, or use another key.`,
      { idempotency_key: key, request: earlier.id },
    );
  }
  const id = earlier.settled?.resource ?? null;
  if (code === 'replayed') return explain(keyReplayed(key, id));
  const open = isUnsettled(earlier);
  const made = open ? 'its outcome is unknown' : id === null ? 'the request succeeded' : `it created ${id}`;
  const message =
    `This Idempotency-Key was used at ${earlier.at}, and ${made}. The service keeps a key for ` +
    `${limits.idempotencyHours} hours, so a retry might do the same twice. Nothing was sent.`;
  const see = open
    ? `Resume that request with \`esign request resume ${earlier.id}\``
    : `See \`esign request show ${earlier.id}\``;
  const another = 'To send it again, use another key, or with `auto` another ESIGN_RUN_ID or ESIGN_RUN_PART.';
  return explanation(6, code, message, `${see}. ${another}`, {
    idempotency_key: key,
    id,
    request: earlier.id,
    used_at: earlier.at,
  });
}

/** The message and the hint for a failure of the request journal. */
function journalTrouble({ code, path, systemCode }: JournalFailure): readonly [message: string, hint: string] {
  const check =
    'Check the state folder, its permissions and the free disk space, or set another folder with ESIGN_STATE_DIR.';
  if (systemCode === 'ESTALE') {
    return [
      `The request journal ${path} was moved or removed while this program used it, so nothing more is sent.`,
      'Start the command again.',
    ];
  }
  switch (code) {
    case 'journal_unreadable':
      return [`Cannot read the request journal ${path} (${systemCode}).`, check];
    case 'journal_unwritable':
      if (systemCode !== 'EBUSY')
        return [`Cannot write the request journal ${path} (${systemCode}), so this request was not sent.`, check];
      return [
        `Another process is writing to the request journal ${path}, so this request was not sent.`,
        'Run the command again.',
      ];
    case 'journal_damaged':
      return [
        `The request journal ${path} is damaged (${systemCode}), so nothing is sent.`,
        'Check at the service what was sent. Then move the damaged file away with `esign doctor --fix`.',
      ];
    case 'journal_newer':
      return [
        `The request journal ${path} was written by a newer esign (${systemCode}). Nothing was sent or changed.`,
        'Update esign, or set another state folder with ESIGN_STATE_DIR.',
      ];
  }
}
