/** What is stored of a row until the import. `content` is sealed. */
export interface MoveInRecord<Content = unknown> {
  kind: MoveInKind
  oldId: number
  label: string
  /** Rows with the same identity are the same thing. */
  identity: string | null
  hasKey: boolean
  /** Why it cannot be imported. */
  problem: string | null
  content: Content
}

export type MoveInKind =
  | 'tag'
  | 'client'
  | 'contact'
  | 'client-field'
  | 'client-value'
  | 'site'
  | 'site-tag'
  | 'rest-key'
  | 'monitor'
  | 'cost'
  | 'cost-target'
  | 'ignored'

export const record = (
  kind: MoveInKind,
  oldId: number | null,
  label: string,
  content: unknown,
  more: Partial<MoveInRecord> = {},
) => (oldId === null ? null : { kind, oldId, label, identity: null, hasKey: false, problem: null, content, ...more })

/**
 * The other product escapes these texts once more than its database needs. Only what it escapes is removed: a backslash before
 * another character was written by a person.
 */
export const withoutEscapes = (value: unknown): unknown =>
  typeof value === 'string' ? value.replace(/\\(["'\\])/g, '$1') : value

/** As it uses a password: every backslash is removed. */
export const withoutSlashes = (value: unknown): unknown =>
  typeof value === 'string' ? value.replace(/\\(.)/gs, '$1') : value
