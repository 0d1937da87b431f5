interface Size {
  isLong: boolean
  text: string | null
}

/**
 * List rows as JSON text made by the database. Each part is fetched when the caller is ready for it: a slow caller
 * holds neither memory nor a database connection.
 */
export class JsonRows {
  readonly #parts: () => AsyncIterable<string>
  /** More than one part is expected. */
  readonly isLong: boolean
  /** All rows, if they are already here. */
  readonly text: string | null = null

  /** `parts` yields non-empty texts such as `{"id":1},{"id":2}`; it may be called more than once. */
  constructor(parts: () => AsyncIterable<string>, { isLong = true, text = null }: Partial<Size> = {}) {
    this.#parts = parts
    this.isLong = isLong
    this.text = text
  }

  /** Rows that are already here, such as `{"id":1},{"id":2}`, or an empty text. */
  static of(text: string): JsonRows {
    async function* parts() {
      if (text !== '') yield text
    }
    return new JsonRows(parts, { isLong: false, text })
  }

  parts(): AsyncIterable<string> {
    return this.#parts()
  }

  map(change: (row: unknown) => unknown): JsonRows {
    const parts = this.#parts
    return new JsonRows(
      async function* () {
        for await (const part of parts()) yield JSON.stringify(JSON.parse(`[${part}]`).map(change)).slice(1, -1)
      },
      { isLong: this.isLong },
    )
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
