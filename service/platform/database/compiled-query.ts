import type { QueryExecutorProvider, QueryResult, RawBuilder } from 'kysely'

/** What queryRows and quickRows run: a `sql` query, or one that was compiled before. */
export interface Query<Row> {
  compile(db: QueryExecutorProvider): { readonly sql: string; readonly parameters: readonly unknown[] }
  execute(db: QueryExecutorProvider): Promise<QueryResult<Row>>
}

/**
 * A query that always has the same text: it is compiled at its first use. Building and compiling a query of average length
 * costs more than sending it. `build` gets no values, so that its text cannot depend on them.
 */
export function compiledQuery<Row, Name extends string>(
  names: readonly Name[],
  build: (given: Readonly<Record<Name, unknown>>) => RawBuilder<Row>,
): (values: Readonly<Record<Name, unknown>>) => Query<Row> {
  // The names are exactly the keys.
  const placeholders = Object.fromEntries(names.map((name) => [name, { name }])) as Record<Name, { name: Name }>
  const nameOf = new Map<unknown, Name>(names.map((name) => [placeholders[name], name]))
  let compiled: ReturnType<Query<Row>['compile']> | undefined
  return (values) => ({
    compile(db) {
      compiled ??= build(placeholders).compile(db)
      const { sql, parameters } = compiled
      const withValue = (one: unknown) => {
        const name = nameOf.get(one)
        return name === undefined ? one : values[name]
      }
      return { sql, parameters: parameters.map(withValue) }
    },
    execute: (db) => build(values).execute(db),
  })
}

/** The same for a query with a few texts: `choices` identifies the text, and `build` is called once for each. */
export function compiledQueries<Row, Name extends string>(
  names: readonly Name[],
): (
  choices: string,
  build: (given: Readonly<Record<Name, unknown>>) => RawBuilder<Row>,
) => ReturnType<typeof compiledQuery<Row, Name>> {
  const queries = new Map<string, ReturnType<typeof compiledQuery<Row, Name>>>()
  return (choices, build) => {
    const query = queries.get(choices) ?? compiledQuery(names, build)
    queries.set(choices, query)
    return query
  }
}
