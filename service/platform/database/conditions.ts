/**
 * Filters as SQL conditions. They always have the same order and one letter each, so that filters of the same
 * kind share one prepared statement (PostgreSQL distinguishes statement names by their first 63 characters).
 */
export class Conditions {
  #letters = ''
  #parts: string[] = []
  readonly values: unknown[] = []

  /** `sql` gets the numbers of the placeholders for the given values. */
  add(letter: string, sql: (...positions: number[]) => string, ...given: unknown[]): this {
    this.#letters += letter
    this.#parts.push(sql(...given.map((value) => this.values.push(value))))
    return this
  }

  get letters(): string {
    return this.#letters
  }

  get sql(): string {
    return this.#parts.length === 0 ? 'true' : this.#parts.join(' and ')
  }

  /** Identifies this query, values included. */
  get cacheKey(): string {
    return `${this.#letters} ${JSON.stringify(this.values)}`
  }
}
