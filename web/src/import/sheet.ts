/** Cells of a row by field. */
export type Fields = Readonly<Record<string, string>>
