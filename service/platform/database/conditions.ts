/**
 * Filters as SQL conditions. They always stand in the same order and carry one letter each, so that filters of the same
 * kind share one prepared statement (PostgreSQL tells names of statements apart by their first 63 characters).
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

  /** Tells this very question from every other. */
  get question(): string {
    return `${this.#letters} ${JSON.stringify(this.values)}`
  }
}

/** For `like`: finds the text itself, whatever signs it contains. */
export const containing = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`
