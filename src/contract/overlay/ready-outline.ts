/** The outline as JSON, which the build puts here; null when the program runs from its source. */
export const readyOutline: string | null = null;
