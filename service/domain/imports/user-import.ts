import { z } from 'zod'
import { roles } from '../../operation/actor.ts'
import type { Context } from '../../operation/context.ts'
import { invalidInput, ServiceError } from '../../operation/errors.ts'
import { type KnownNames, type NameRules, resolveName } from '../../operation/import-names.ts'
import {
  fieldProblemsOf,
  findRepeatedRows,
  type RejectedRow,
  type RowResult,
  type SkippedRow,
} from '../../operation/import-rows.ts'
import { inputSchemaOf } from '../../operation/json-schema.ts'
import { checkFields } from '../../operation/read-fields.ts'
import { namesIn, type TableRow } from '../../operation/table-input.ts'
import {
  type InvitedPerson,
  invite,
  invitedEmail,
  listPeopleByEmail,
  listRoleRows,
  personName,
  requireGrantableRole,
} from '../access/index.ts'
import { clientNameRules, findClientNames } from '../clients/index.ts'
import { siteIdsByName } from '../sites/index.ts'
import { findTagNames, tagNameRules } from '../tags/index.ts'

export interface ImportedPerson extends InvitedPerson {
  row: number
  /** `update`: an open invitation of the address is replaced. */
  action: 'add' | 'update'
}

export interface UserRows {
  people: ImportedPerson[]
  rejected: RejectedRow[]
  skipped: SkippedRow[]
}

const Person = z.strictObject({ email: invitedEmail, name: personName.default('') })
const personSchema = inputSchemaOf(Person)

interface Known {
  sites: Map<string, number>
  tags: { known: KnownNames; rules: NameRules }
  clients: { known: KnownNames; rules: NameRules }
  /** Ids of custom roles by name in small letters. */
  customRoles: Map<string, number>
}

/** Validates the rows: six queries for all. */
export async function readUserRows(context: Context, rows: readonly TableRow[]): Promise<UserRows> {
  const { db, actor } = context
  const named = (field: string) => rows.flatMap(({ fields }) => namesIn(fields[field] ?? ''))
  // Limits name what exists: a new tag or client would give access to nothing.
  const create = false
  const known: Known = {
    sites: await siteIdsByName(context, named('sites')),
    tags: { known: await findTagNames(db, named('tags'), actor.limits), rules: tagNameRules(actor, { create }) },
    clients: {
      known: await findClientNames(db, named('clients'), actor.limits),
      rules: clientNameRules(actor, { create }),
    },
    customRoles: new Map((await listRoleRows(db)).map(({ id, name }) => [name.toLowerCase(), id])),
  }
  const rejected: RejectedRow[] = []
  const valid = rows.flatMap((row) => {
    try {
      return [{ row: row.row, ...readPerson(context, row, known) }]
    } catch (error) {
      rejected.push({ row: row.row, problems: fieldProblemsOf(error, 'role') })
      return []
    }
  })
  const found = await listPeopleByEmail(
    db,
    valid.map(({ email }) => email),
  )
  const repeated = findRepeatedRows(valid, ({ email }) => email.toLowerCase())
  const skipped: SkippedRow[] = []
  const people = valid.flatMap((person): ImportedPerson[] => {
    const { row } = person
    const earlier = repeated.get(person)
    const { login, isInvited = false } = found.get(person.email.toLowerCase()) ?? {}
    if (earlier) skipped.push({ row, message: `This is the same e-mail address as in row ${earlier.row}.` })
    else if (login) skipped.push({ row, message: `The user ${login} already has this e-mail address.` })
    else return [{ ...person, action: isInvited ? 'update' : 'add' }]
    return []
  })
  return { people, rejected, skipped }
}

function readPerson({ actor }: Context, { fields }: TableRow, known: Known): InvitedPerson {
  const { role: roleName = '', sites = '', tags = '', clients = '', email = '', name = '' } = fields
  const { data, problems: wrong } = checkFields(Person, personSchema, { email, name })
  const problems: Record<string, string> = { ...wrong }
  const role = readRoleName(roleName, known.customRoles)
  if ('problem' in role) problems.role = role.problem
  const unknownSites = namesIn(sites).filter((each) => !known.sites.has(each))
  if (unknownSites.length > 0) problems.sites = `contains unknown sites: ${unknownSites.join(', ')}`
  const idsOf = (cell: string, field: 'tags' | 'clients') =>
    namesIn(cell).flatMap((each) => {
      const found = resolveName(each, known[field].known, known[field].rules)
      if ('id' in found) return [found.id]
      problems[field] ??= `contains an unknown name: ${each}`
      return []
    })
  const limit = (ids: number[]) => (ids.length > 0 ? ids : null)
  const site_ids = limit(namesIn(sites).flatMap((each) => known.sites.get(each) ?? []))
  const tag_ids = limit(idsOf(tags, 'tags'))
  const client_ids = limit(idsOf(clients, 'clients'))
  if (!data || 'problem' in role || Object.keys(problems).length > 0) throw invalidInput(problems)
  requireGrantableRole(actor, role.role)
  return { email: data.email, name: data.name, rights: { ...role, site_ids, tag_ids, client_ids } }
}

type ReadRole = { role: (typeof roles)[number]; role_id: number | null } | { problem: string }

function readRoleName(text: string, customRoles: Map<string, number>): ReadRole {
  const name = text.trim().toLowerCase()
  const builtIn = roles.find((role) => role === (name || 'viewer'))
  if (builtIn) return { role: builtIn, role_id: null }
  const role_id = customRoles.get(name)
  if (role_id !== undefined) return { role: 'viewer', role_id }
  return { problem: `must be one of: ${[...roles, ...customRoles.keys()].join(', ')}` }
}

/** Invites one after the other. After a failure of the mail server the rest is not tried: it would fail in the same way. */
export async function inviteRows(context: Context, people: readonly ImportedPerson[]): Promise<RowResult[]> {
  const results: RowResult[] = []
  let stopped: ServiceError | null = null
  for (const person of people) {
    const { row, email: label, action } = person
    try {
      if (stopped) throw stopped
      const id = await invite(context, person)
      const outcome = action === 'add' ? 'created' : 'merged'
      results.push({ row, outcome, id, label, code: null, message: null })
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error
      const { code, message } = error
      results.push({ row, outcome: 'failed', id: null, label, code, message })
      stopped ??= error
    }
  }
  return results
}
