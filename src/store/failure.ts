const codes = {
  written: 'journal_unwritable',
  read: 'journal_unreadable',
  /** It was truncated or overwritten. */
  trusted: 'journal_damaged',
  /** A newer version of this program wrote it. */
  understood: 'journal_newer',
} as const;

/** The record cannot be written, so the request that it should hold is not sent; or it cannot be read. */
export class JournalFailure extends Error {
  override readonly name = 'JournalFailure';
  readonly code: 'journal_unwritable' | 'journal_unreadable' | 'journal_damaged' | 'journal_newer';
  readonly path: string;
  /** The system's code: `ENOSPC`, `EACCES`, `EROFS` …; for a damaged record, the problem. */
  readonly systemCode: string;

  constructor(path: string, systemCode: string, what: 'written' | 'read' | 'trusted' | 'understood' = 'written') {
    super(
      systemCode === 'ESTALE'
        ? `the record ${path} was moved or removed while it was in use`
        : `the record ${path} cannot be ${what} (${systemCode})`,
    );
    this.code = codes[what];
    this.path = path;
    this.systemCode = systemCode;
  }
}
