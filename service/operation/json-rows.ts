/**
 * Rows of a list as JSON text that the database made. They come in parts, and each part is fetched when the caller is ready
 * for it: neither memory nor a database connection is held for a caller who reads slowly.
 */
export class JsonRows {
  readonly #parts: () => AsyncIterable<string>
  /** More than one part is to be expected. */
  readonly isLong: boolean

  /** `parts` gives non-empty texts such as `{"id":1},{"id":2}`; it may be called more than once. */
  constructor(parts: () => AsyncIterable<string>, { isLong = true } = {}) {
    this.#parts = parts
    this.isLong = isLong
  }

  parts(): AsyncIterable<string> {
    return this.#parts()
  }

  map(change: (row: unknown) => unknown): JsonRows {
    const parts = this.#parts
    return new JsonRows(async function* () {
      for await (const part of parts()) yield JSON.stringify(JSON.parse(`[${part}]`).map(change)).slice(1, -1)
    }, this)
  }
}

/** An answer of which one field is a list of any length; the other fields are as the output promises. */
export class RowsAnswer {
  readonly list: string
  readonly rows: JsonRows
  readonly others: Record<string, unknown>

  constructor(list: string, rows: JsonRows, others: Record<string, unknown>) {
    this.list = list
    this.rows = rows
    this.others = others
  }

  /** The output with the rows in their place, for surfaces that put it into an envelope. */
  body(): Record<string, unknown> {
    return { [this.list]: this.rows, ...this.others }
  }
}
