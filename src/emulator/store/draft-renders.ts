import type { SqlDatabase } from './database.js';

/** Rendered drafts in a fixed minute, for each ceiling (Limits, Draft render). */
export interface DraftRenders {
  /** `minute` counts minutes since 1970. */
  count(ceiling: string, minute: number): number;
  add(ceiling: string, minute: number): void;
}

export function draftRenders(sql: SqlDatabase): DraftRenders {
  return {
    count: (ceiling, minute) =>
      sql.get<{ renders: number }>(
        'SELECT renders FROM draft_renders WHERE ceiling = ? AND minute = ?',
        ceiling,
        minute,
      )?.renders ?? 0,
    add(ceiling, minute) {
      sql.run(
        `INSERT INTO draft_renders (ceiling, minute, renders) VALUES (?, ?, 1)
         ON CONFLICT DO UPDATE SET renders = CASE WHEN minute = excluded.minute THEN renders + 1 ELSE 1 END,
                                   minute = excluded.minute`,
        ceiling,
        minute,
      );
    },
  };
}
