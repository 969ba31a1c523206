/** The icon of every page, an SVG. */
export const icon =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="#14594b"/>' +
  '<path d="M8 21c4-9 7-12 8-10s-3 8-1 8 4-5 5-4-1 4 4 3" fill="none" stroke="#fff" stroke-width="2.4" ' +
  'stroke-linecap="round" stroke-linejoin="round"/></svg>';
