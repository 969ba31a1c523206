import type { Log } from './log.js';
import type { Plan } from './domain/organisation.js';

/** A mail server that captured mail is passed on to as well, without a password. */
export interface SmtpServer {
  readonly host: string;
  readonly port: number;
}

/** How an emulator is started; everything may be left out. */
export interface EmulatorOptions {
  /** 0, the default, takes any free port of this machine. */
  readonly port?: number;
  /** The data file; null, the default, is a private one that goes with `close()`. */
  readonly data?: string | null;
  /** The plan of the first organisation; paid for a new data file, and as it was for an old one. */
  readonly plan?: Plan;
  /** Webhook addresses must be public https, as on the live service. */
  readonly strict?: boolean;
  /**
   * The same ids, keys and secrets in the same order for the same seed; the system's randomness unless given. While the
   * clock stands still too, the same requests get the same bytes: an answer then comes once everything that its request
   * set off has settled, deliveries included, and deliveries are made one at a time.
   */
  readonly seed?: number;
  /** The instant that the clock starts from (ISO 8601 with a zone); an old data file's clock never goes back. */
  readonly now?: string;
  /** The clock stands still until it is moved. An old data file's clock stays as it was unless told. */
  readonly frozen?: boolean;
  /** From completion to sealing; 60 unless told. */
  readonly sealAfterSeconds?: number;
  /** From the acceptance of a mail to its delivery report; 30 unless told. */
  readonly mailReportAfterSeconds?: number;
  /** Captured mail goes to this mail server too; nothing is sent anywhere unless told. */
  readonly smtpForward?: SmtpServer;
  /** Told of every request and of everything that breaks. */
  readonly log?: Log;
}
