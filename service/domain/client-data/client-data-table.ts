import type { FindRows } from './find-row-store.ts'

/** A table with data of clients. The order is that of an erasure: what is found through other rows comes before them. */
export interface ClientDataTable {
  table: string
  /** For people: in the index of an archive and in a plan. */
  label: string
  find: FindRows
  /** The rows of the archive, where they are more than those that belong to this client alone. */
  archive?: FindRows
  /**
   * - `delete`: the rows are deleted.
   * - `with others`: they are deleted with the rows they belong to, by a foreign key.
   * - `keep`: they stay, for the reason in `because`.
   * - otherwise: the columns that are overwritten; `when` limits it to rows that may be changed now.
   */
  erase: 'delete' | 'with others' | 'keep' | { set: FindRows; when?: ReturnType<FindRows> }
  because?: string
  /** Columns of the archive if the table is not in the export of the fleet; null: technical state, not in the archive. */
  columns?: string | null
  key?: readonly string[]
}
