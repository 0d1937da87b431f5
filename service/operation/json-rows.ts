/**
 * List rows as JSON text made by the database. Each part is fetched when the caller is ready for it: a slow caller
 * holds neither memory nor a database connection.
 */
export class JsonRows {
  readonly #parts: () => AsyncIterable<string>
  /** More than one part is expected. */
  readonly isLong: boolean

  /** `parts` yields non-empty texts such as `{"id":1},{"id":2}`; it may be called more than once. */
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

/** An answer with one long list; the other fields match the output schema. */
export class RowsAnswer {
  readonly list: string
  readonly rows: JsonRows
  readonly others: Record<string, unknown>

  constructor(list: string, rows: JsonRows, others: Record<string, unknown>) {
    this.list = list
    this.rows = rows
    this.others = others
  }

  /** The output with the rows in the list field, for surfaces that put it into an envelope. */
  body(): Record<string, unknown> {
    return { [this.list]: this.rows, ...this.others }
  }
}
