/** The row of a query that always returns one, such as a count or `returning`. */
export function oneRow<Row>(rows: readonly Row[]): Row {
  const [row] = rows
  if (row === undefined) throw new Error('The query returned no row.')
  return row
}
