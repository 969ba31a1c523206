import type { FoundBox } from '../../../src/document/detect/found-box.js';

interface BoxWords {
  readonly label?: string;
  readonly section?: string | null;
  readonly name?: string | null;
  readonly tooltip?: string | null;
  readonly role?: string;
  readonly page?: number;
  readonly left?: number;
  readonly width?: number;
  readonly question?: string;
}

/** A box as found, `top` points from the top of its page, 200 points wide and 16 high. */
export function box(type: FoundBox['type'], top: number, words: BoxWords = {}): FoundBox {
  const { label = null, section = null, name = null, tooltip = null, role, page = 1, left = 60, width = 200 } = words;
  return {
    type,
    label,
    required: false,
    page,
    area: { left, top, right: left + width, bottom: top + 16 },
    options: null,
    question: words.question ?? null,
    option_value: null,
    context: { label, row: null, column: null, option: null, section, nearby: [], widget_name: name, tooltip },
    tag: role === undefined ? null : { role, key: null, subject: null },
    multiline: false,
    cells: null,
    continuations: null,
  };
}
