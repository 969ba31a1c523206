import { CommandFailure, FileFailure } from './failure.js';
import { ConfigFailure } from '../../core/config/failure.js';
import { CaFileUnreadable } from '../../core/http/network.js';
import { JournalFailure } from '../../store/failure.js';
import { keyReplayed } from '../write/write.js';
import { limits } from '../../contract/limits.js';
import { journalTrouble } from './journal-trouble.js';
import { isUnsettled } from '../../store/entry.js';
import { NativePackageMissing, NativePackageTrouble } from '../../core/platform/native-package.js';
import { KeyUsed } from '../../store/key-use.js';

/** Translates failures of other rooms into those of cli/; others are returned unchanged. */
export function translateFailure(failure: unknown): unknown {
  if (failure instanceof KeyUsed) return keyUsed(failure);
  if (failure instanceof CaFileUnreadable) {
    const hint = 'Set ESIGN_CA_FILE to a PEM file with at least one certificate.';
    return new ConfigFailure('setting_invalid', `Cannot read the certificate authorities in ${failure.path}.`, hint);
  }
  if (failure instanceof JournalFailure) {
    const { message, hint } = journalTrouble(failure);
    return new FileFailure('output', failure.path, message, { code: failure.code, hint });
  }
  if (failure instanceof NativePackageTrouble) return packageTrouble(failure);
  return failure;
}

/** The failure for a package with native code that cannot be used. */
export function packageTrouble(failure: NativePackageTrouble): CommandFailure {
  if (failure instanceof NativePackageMissing) {
    const message = `The package ${failure.missing} is missing: esign needs it for its records and for the emulator.`;
    const hint = 'Install esign again without --omit=optional. On Windows on ARM64, use Node for x64.';
    return new CommandFailure(1, 'package_missing', message, { hint });
  }
  return new CommandFailure(1, 'package_refused', `The database of esign cannot be loaded: ${failure.message}.`, {
    hint: 'Install what it names. On Debian, the packages libc6 and libstdc++6 have all of it.',
  });
}

function keyUsed({ code, key, earlier }: KeyUsed): CommandFailure {
  if (code === 'idempotency_key_reused') {
    return new CommandFailure(6, code, 'This Idempotency-Key was used for a different request. Nothing was sent.', {
      hint: `Show it with \`esign request show ${earlier.id}\`, or use another key.`,
      details: { idempotency_key: key, request: earlier.id },
    });
  }
  const id = earlier.settled?.resource ?? null;
  if (code === 'replayed') return keyReplayed(key, id);
  const open = isUnsettled(earlier);
  const made = open ? 'its outcome is unknown' : id === null ? 'the request succeeded' : `it created ${id}`;
  const message =
    `This Idempotency-Key was used at ${earlier.at}, and ${made}. The service keeps a key for ` +
    `${limits.idempotencyHours} hours, so a retry might do the same twice. Nothing was sent.`;
  const see = open
    ? `Resume that request with \`esign request resume ${earlier.id}\``
    : `See \`esign request show ${earlier.id}\``;
  return new CommandFailure(6, code, message, {
    hint: `${see}. To send it again, use another key, or with \`auto\` another ESIGN_RUN_ID or ESIGN_RUN_PART.`,
    details: { idempotency_key: key, id, request: earlier.id, used_at: earlier.at },
  });
}
