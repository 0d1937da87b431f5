import { type Connection, DatabaseError, type FieldDef, Query, types } from 'pg'
import utils from 'pg/lib/utils.js'

export interface QueryRequest {
  name: string
  text: string
  values: unknown[]
}

interface Column {
  name: string
  read(text: string): unknown
}

/** The columns of every statement that a connection has prepared: PostgreSQL never changes them under the same name. */
export type KnownColumns = Map<string, Column[]>

type Row = Record<string, unknown>
type Done = (error: Error | null, rows: Row[]) => void

/** The part of the driver's connection that is used here. */
interface Wire extends Pick<Connection, 'stream'> {
  parsedStatements: Record<string, string>
  submittedNamedStatements: Record<string, string>
  parse(statement: { name: string; text: string }): void
  describe(what: { type: 'S'; name: string }): void
  bind(to: { statement: string; values: unknown[] }): void
}

/** The messages Execute (any number of rows of the unnamed portal) and Sync. */
const executeAndSync = Buffer.from('E\0\0\0\x09\0\0\0\0\0S\0\0\0\x04', 'latin1')

/**
 * A named statement that requests its columns once per connection instead of with every answer, and returns rows
 * only: that halves the cost of a small query in the driver.
 */
export class PreparedQuery extends Query {
  readonly name: string
  readonly text: string
  readonly #values: unknown[]
  readonly #known: KnownColumns
  readonly #done: Done
  readonly #rows: Row[] = []
  #columns: Column[] | undefined

  constructor({ name, text, values }: QueryRequest, known: KnownColumns, done: Done) {
    super(text)
    this.name = name
    this.text = text
    // Before anything is sent: a value that cannot be converted must not leave an incomplete message on the wire.
    this.#values = values.map((value) => utils.prepareValue(value))
    this.#known = known
    this.#done = done
    // The driver's types leave out the methods of its protocol.
    this.submit = (connection) => this.#send(connection as unknown as Wire)
  }

  #send(connection: Wire): Error | null {
    const { name, text } = this
    const prepared = connection.parsedStatements[name] ?? connection.submittedNamedStatements[name]
    if (prepared === undefined) {
      connection.parse({ name, text })
      connection.describe({ type: 'S', name })
      connection.submittedNamedStatements[name] = text
    } else if (prepared !== text) return new Error(`Two different statements are called ${name}.`)
    connection.bind({ statement: name, values: this.#values })
    if (connection.stream.writable) connection.stream.write(executeAndSync)
    return null
  }

  handleRowDescription({ fields }: { fields: FieldDef[] }): void {
    this.#known.set(
      this.name,
      // The driver's types do not know that a parser of the text format takes text.
      fields.map(({ name, dataTypeID }) => ({ name, read: types.getTypeParser(dataTypeID) as Column['read'] })),
    )
  }

  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    // PostgreSQL describes the columns before the first row.
    this.#columns ??= this.#known.get(this.name)!
    const row: Row = {}
    for (const [index, { name, read }] of this.#columns.entries()) {
      const text = fields[index] ?? null
      row[name] = text === null ? null : read(text)
    }
    this.#rows.push(row)
  }

  handleCommandComplete(): void {}

  handleError(error: Error): void {
    // The stack ends at a socket: the name identifies the query.
    if (error instanceof DatabaseError) Object.assign(error, { statement: this.name })
    this.#done(error, [])
  }

  handleReadyForQuery(): void {
    this.#done(null, this.#rows)
  }
}
