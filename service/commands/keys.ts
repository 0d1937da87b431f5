import type { Config } from '../platform/config.ts'
import { chooseVerb, readArguments, usageError } from './read-arguments.ts'
import { listAll, type Run, withOperations } from './run-operations.ts'
import { printable, printJson, printTable } from './terminal.ts'
import { findUser, type User } from './users.ts'

const usage = `flotilla keys create --description <text> [--scopes read,write,delete,metrics] [--user <login>] [--expires 2027-01-01] [--sites 1,2] [--tags 3]
flotilla keys list [--json]
flotilla keys revoke <id>`

interface Key {
  id: number
  user_id: number
  description: string
  scopes: string[]
  site_ids: number[] | null
  tag_ids: number[] | null
  truncated_key: string
  active: boolean
  expires_at: string | null
  last_access: string | null
}

export async function run(config: Config, words: string[]): Promise<void> {
  const [verb, rest] = chooseVerb({ create, list, revoke }, words, usage)
  await withOperations(config, verb(rest))
}

const json = { type: 'boolean', default: false } as const
const text = { type: 'string' } as const

function create(words: string[]) {
  const options = { description: text, scopes: text, user: text, expires: text, sites: text, tags: text, json }
  const { values } = readArguments(words, usage, options, 0)
  const { description, scopes, user, expires, sites, tags } = values
  if (!description) throw usageError(usage, 'A key needs a description, so that you know later what it is for.')
  const input = {
    description,
    ...(scopes !== undefined && { scopes: split(scopes) }),
    ...(sites !== undefined && { site_ids: split(sites) }),
    ...(tags !== undefined && { tag_ids: split(tags) }),
    ...(expires !== undefined && { expires_at: /^\d{4}-\d\d-\d\d$/.test(expires) ? `${expires}T00:00:00Z` : expires }),
  }
  return async (run: Run) => {
    const owner = user === undefined ? {} : { user_id: (await findUser(run, user)).id }
    const made = await run<{ token: string; key: Key }>('add-key', { ...input, ...owner })
    if (values.json) return printJson(made)
    console.log(`API key ${made.key.id} (${made.key.scopes.join(', ')}), shown once: ${made.token}`)
  }
}

function list(words: string[]) {
  const { values } = readArguments(words, usage, { json }, 0)
  return async (run: Run) => {
    const keys = await listAll<Key>(run, 'list-keys', 'keys')
    if (values.json) return printJson(keys)
    const users = await listAll<User>(run, 'list-users', 'users')
    const rows = keys.map((key) => ({
      ...key,
      user: users.find(({ id }) => id === key.user_id)?.login ?? '',
      ends_with: key.truncated_key,
      sites: key.site_ids ?? [],
      tags: key.tag_ids ?? [],
    }))
    printTable(rows, [
      'id',
      'description',
      'user',
      'scopes',
      'active',
      'sites',
      'tags',
      'expires_at',
      'last_access',
      'ends_with',
    ])
  }
}

function revoke(words: string[]) {
  const { values, plain } = readArguments(words, usage, { json }, 1)
  return async (run: Run) => {
    const deleted = await run<{ id: number; description: string }>('delete-key', { id: plain[0] })
    if (values.json) return printJson(deleted)
    console.log(`Revoked key ${deleted.id} (${printable(deleted.description)}). It does not work any more.`)
  }
}

const split = (list: string) => list.split(',').map((part) => part.trim())
