// A file of its own: the package's public types reach it, and would reach all operations from a larger one.

/** A line of a contract file: what one service does otherwise than our description says. */
export interface ContractLine {
  /** `sendEnvelope.path`, `*.external_ref`, `codes.not_found`, `limits.webhook.toleranceSeconds`. */
  readonly name: string;
  readonly value: LineValue;
}

export type LineValue = string | number | readonly number[];

/** Lines of a contract file by their names. */
export type ContractLines = Readonly<Record<string, LineValue>>;

/** What a receiver of deliveries has to know of a service: a whole contract is one. */
export interface DeliveryWords {
  /** A body in our words, whose names and values are those of the description. */
  read(id: 'delivery', part: 'body', value: unknown): unknown;
  /** The name of the signature header. */
  header(name: 'Service-Signature'): string;
  readonly limits: { readonly webhook: { readonly toleranceSeconds: number } };
}
