import type { Fragment } from '../platform/database/fragments.ts'
import type { Context } from './context.ts'
import type { Permission } from './permissions.ts'

/** A row of a source, as it is described. */
export interface InboxRow<Facts> {
  key: string
  site: { id: number; name: string; url: string } | null
  at: Date | null
  facts: Facts
}

/** What a person reads, and the button. */
export interface InboxLine {
  title: string
  detail: string
  /** The page of the dashboard about it. */
  path: string
  button: InboxButton
}

/** Opens a page of the dashboard, or runs an operation that needs no plan. */
export type InboxButton =
  | { label: string; path: string }
  | { label: string; operation: string; input: Record<string, unknown> }

/**
 * Something that needs a person, listed by the feature that knows it (`inbox` of the Feature). The inbox knows no feature: it reads
 * the rows of all sources with one query.
 */
export interface InboxSource<Facts = unknown> {
  kind: string
  /** Of the kind, for people: "Sites down". */
  label: string
  /** Lower ones are listed first. */
  rank: number
  /** What callers need to see it. */
  permission: Permission
  /** The module that must be on. */
  module?: string
  /** Whether `at` is the begin or the last moment. */
  time: 'since' | 'due'
  // Method syntax, so that a list can hold sources with different facts.
  /**
   * The rows that the caller may see, as a query with the columns key (text, of this occurrence and no later one), site_id, at,
   * position (their order), assigned_user_id and facts (jsonb).
   */
  rows(context: Context): Fragment | Promise<Fragment>
  describe(row: InboxRow<Facts>, context: Context): InboxLine
  /** Where the feature has assignments of its own: what callers need to change one, and how it is stored. */
  assigns?: { permission: Permission; store(context: Context, key: string, login: string | null): Promise<unknown> }
}

/** Checks the types of the facts of a source. */
export const inboxSource = <Facts>(source: InboxSource<Facts>): InboxSource => source as InboxSource
