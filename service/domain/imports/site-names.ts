import type { Context } from '../../operation/context.ts'
import { invalidInput, ServiceError } from '../../operation/errors.ts'
import { listOnce, type NameResult, resolveName } from '../../operation/import-names.ts'
import type { GivenRow } from '../../operation/import-rows.ts'
import { addClientNames, clientNameRules, findClientNames } from '../clients/index.ts'
import { type ImportRecord, toSiteFields } from '../sites/index.ts'
import { addTagNames, findTagNames, tagNameRules } from '../tags/index.ts'

/** A row of an import of sites whose clients and tags are ids, except for names that do not exist yet. */
export interface ResolvedRow {
  row: number
  record: ImportRecord
  newClient: string | null
  newTags: string[]
  /** Why its names cannot be used. */
  error: ServiceError | null
}

interface SeparatedRow {
  row: number
  record: ImportRecord
  client: string | null
  tags: string[]
  error: ServiceError | null
}

/** Resolves the names of all rows with four queries. */
export async function resolveSiteNames(
  { db, actor }: Pick<Context, 'db' | 'actor'>,
  rows: readonly GivenRow[],
  { create }: { create: boolean },
): Promise<ResolvedRow[]> {
  const separated = rows.map(separateNames)
  const clients = await findClientNames(
    db,
    separated.flatMap(({ client }) => client ?? []),
    actor.limits,
  )
  const tags = await findTagNames(
    db,
    separated.flatMap((row) => row.tags),
    actor.limits,
  )
  const clientRules = clientNameRules(actor, { create })
  const tagRules = tagNameRules(actor, { create })
  return separated.map(({ row, record, client, tags: named, error }): ResolvedRow => {
    const unusable = { row, record, newClient: null, newTags: [] }
    if (error) return { ...unusable, error }
    const problems: Record<string, string> = {}
    const foundClient = client === null ? null : resolveName(client, clients, clientRules)
    if (foundClient && 'problem' in foundClient) problems.client = foundClient.problem
    const foundTags = named.map((name) => resolveName(name, tags, tagRules))
    const wrongTag = foundTags.find((found) => 'problem' in found)
    if (wrongTag) problems.tags = wrongTag.problem
    if (Object.keys(problems).length > 0) return { ...unusable, error: invalidInput(problems) }
    const tagIds = foundTags.flatMap((found) => ('id' in found ? [found.id] : []))
    return {
      row,
      record: {
        ...record,
        ...(foundClient && 'id' in foundClient && { client_id: foundClient.id }),
        ...(named.length > 0 && { tags: tagIds }),
      },
      newClient: foundClient && 'isNew' in foundClient ? foundClient.name : null,
      newTags: newNames(foundTags),
      error: null,
    }
  })
}

const newNames = (found: readonly NameResult[]) => found.flatMap((each) => ('isNew' in each ? [each.name] : []))

/** Takes the client and the tags out of a row. */
function separateNames({ row, fields }: GivenRow): SeparatedRow {
  const none = { row, record: fields, client: null, tags: [] }
  try {
    const { client, client_id, tags, ...record } = toSiteFields(fields)
    const given = [client, client_id].map(toText).filter((text) => text !== '')
    if (given.length > 1) throw invalidInput({ client: 'is the same field as client_id; give only one of them' })
    const [named = ''] = given
    return {
      row,
      record: {
        ...record,
        // Texts of these types have names; other values are checked as they are.
        ...(named === '' && client_id !== undefined && { client_id }),
        ...(tags !== undefined && !isNameList(tags) && { tags }),
      },
      client: named === '' || named === '0' ? null : named,
      tags: isNameList(tags) ? splitNames(tags) : [],
      error: null,
    }
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    return { ...none, error }
  }
}

const toText = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '')

const isNameList = (value: unknown): value is string | (string | number)[] =>
  typeof value === 'string' ||
  (Array.isArray(value) && value.every((each) => typeof each === 'string' || typeof each === 'number'))

/** Ids may also be separated by blanks; names contain blanks. */
function splitNames(value: string | (string | number)[]): string[] {
  const text = typeof value === 'string' ? value : value.join('\n')
  const separator = /^[\d\s,;|]*$/.test(text) ? /[\s,;|]+/ : /[,;|\n]+/
  return [
    ...new Set(
      text
        .split(separator)
        .map((name) => name.trim())
        .filter((name) => name !== ''),
    ),
  ]
}

/** The names that the rows add. */
export const listNewNamesOfSites = (rows: readonly ResolvedRow[]) =>
  listOnce({
    clients: rows.flatMap(({ newClient }) => newClient ?? []),
    tags: rows.flatMap(({ newTags }) => newTags),
  })

/** Adds the new clients and tags of the rows, and returns the rows with their ids. */
export async function addNewNames(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  rows: readonly ResolvedRow[],
): Promise<{ row: number; record: ImportRecord }[]> {
  const names = listNewNamesOfSites(rows)
  const now = clock.now()
  const { clients, tags } = await db.transaction().execute(async (trx) => ({
    clients: await addClientNames(trx, names.clients, now),
    tags: await addTagNames(trx, names.tags, now),
  }))
  return rows.map(({ row, record, newClient, newTags }) => {
    const tagIds = newTags.flatMap((name) => tags.get(name.toLowerCase()) ?? [])
    // Set by resolveSiteNames where the row has new tags.
    const known = (record.tags ?? []) as number[]
    return {
      row,
      record: {
        ...record,
        ...(newClient !== null && { client_id: clients.get(newClient.toLowerCase()) }),
        ...(newTags.length > 0 && { tags: [...known, ...tagIds] }),
      },
    }
  })
}
