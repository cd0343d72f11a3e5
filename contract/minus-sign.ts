/** Shown before negative amounts and percentages. Files and the API have the ASCII hyphen. */
export const minusSign = '\u2212';
