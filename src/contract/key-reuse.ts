/**
 * What may be done with a key that the record shows as used for the same request: nothing (`never`), or the same
 * again as long as the service surely knows the key (`while_kept`).
 */
export type KeyReuse = 'never' | 'while_kept';
