import { writeCsv } from '../platform/csv.ts'

/** The columns of an imported table: which fields a kind of rows has, and which field a title of a column means. */

export interface ImportField {
  name: string
  label: string
  isRequired?: boolean
  isSecret?: boolean
  hint?: string
  /** Other titles of its column, in small letters with one blank between words. */
  titles?: readonly string[]
  /** The cell of the template. */
  example?: string
}

export interface ImportKind {
  kind: string
  fields: readonly ImportField[]
  /** Titles of columns that exports contain and that have no field here. They are ignored. */
  ignoredTitles?: readonly string[]
  /** The field of a title with a name of its own, such as a custom field. */
  customField?: (title: string) => string | null
}

const normalizeTitle = (title: string) =>
  title
    .trim()
    .toLowerCase()
    .replace(/[\s_-]+/g, ' ')

/** The field of each column; null: the column is ignored. A field is used once: by its own name before other titles. */
export function guessColumns(kind: ImportKind, titles: readonly string[]): (string | null)[] {
  const normalized = titles.map(normalizeTitle)
  const guessed: (string | null)[] = titles.map((title) => kind.customField?.(title.trim()) ?? null)
  const assign = (title: string, field: string) => {
    const index = normalized.findIndex((each, at) => each === title && guessed[at] === null)
    if (index !== -1 && !guessed.includes(field)) guessed[index] = field
  }
  for (const { name } of kind.fields) assign(normalizeTitle(name), name)
  for (const { name, label } of kind.fields) assign(normalizeTitle(label), name)
  for (const { name, titles: others = [] } of kind.fields) for (const title of others) assign(title, name)
  return guessed
}

export const isIgnoredTitle = ({ ignoredTitles = [] }: ImportKind, title: string): boolean =>
  ignoredTitles.includes(normalizeTitle(title))

/** A table with the titles of all fields and one row as an example. */
export const templateOf = ({ fields }: ImportKind): string =>
  writeCsv(
    fields.map(({ name }) => name),
    [fields.map(({ example = '' }) => example)],
  )
