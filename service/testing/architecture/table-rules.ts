import { isTest, type Sources } from './sources.ts'

interface TableOwner {
  name: string
  tables?: readonly string[]
}

const storeOfFeature = /^service\/domain\/([^/]+)\/.*-store\.ts$/
const commentLines = /^\s*(?:\/\/|\/?\*).*$/gm
const kyselyWrites = /\b(?:insertInto|updateTable|deleteFrom|mergeInto)\(\s*['"`](\w+)/g
const sqlWrites = [
  /\b(?:insert\s+into|delete\s+from|merge\s+into|truncate(?:\s+table)?)\s+(?:only\s+)?"?([a-z_]\w*)/gi,
  // With its SET, so that FOR UPDATE and DO UPDATE SET are not taken for tables.
  /\bupdate\s+(?:only\s+)?"?([a-z_]\w*)"?\s+(?:(?:as\s+)?[a-z_]\w*\s+)?set\b/gi,
]

/** The tables that a store inserts into, updates, deletes from, merges into or truncates. */
export function writtenTables(text: string): string[] {
  const code = text.replace(commentLines, '')
  return [
    ...new Set([kyselyWrites, ...sqlWrites].flatMap((form) => [...code.matchAll(form)].map(([, table]) => table!))),
  ]
}

/** A feature writes only the tables it lists in `tables`. */
export function writesToForeignTables(sources: Sources, features: readonly TableOwner[]): string[] {
  const owners = new Map(features.flatMap(({ name, tables = [] }) => tables.map((table) => [table, name] as const)))
  return [...sources].flatMap(([path, text]) => {
    const feature = storeOfFeature.exec(path)?.[1]
    if (feature === undefined || isTest(path)) return []
    return writtenTables(text)
      .filter((table) => owners.get(table) !== feature)
      .map((table) => {
        const owner = owners.get(table)
        return owner === undefined
          ? `${path} writes ${table}, which no feature lists: add it to tables in the index.ts of ${feature}.`
          : `${path} writes ${table}, a table of ${owner}: call a function that ${owner}/index.ts exports.`
      })
  })
}

/** Every table belongs to one feature. */
export function sharedTables(features: readonly TableOwner[]): string[] {
  const byTable = Map.groupBy(
    features.flatMap(({ name, tables = [] }) => tables.map((table) => ({ name, table }))),
    ({ table }) => table,
  )
  return [...byTable]
    .filter(([, owners]) => owners.length > 1)
    .map(
      ([table, owners]) =>
        `${table} is listed by ${owners.map(({ name }) => name).join(' and ')}: one feature owns a table.`,
    )
}
