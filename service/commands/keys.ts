import type { Config } from '../platform/config.ts'
import { readArguments, selectVerb, usageError } from './read-arguments.ts'
import { listAll, type Run, withOperations } from './run-operations.ts'
import { printable, printJson, printTable } from './terminal.ts'
import { requireUserByLogin, type User } from './users.ts'

const usage = `flotilla keys create --description <text> [--scopes read,write,delete,metrics] [--user <login>] [--expires 2027-01-01] [--sites 1,2] [--tags 3] [--for-agent]
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

export async function run(config: Config, args: string[]): Promise<void> {
  const [verb, rest] = selectVerb({ create, list, revoke }, args, usage)
  await withOperations(config, verb(rest))
}

const json = { type: 'boolean', default: false } as const
const text = { type: 'string' } as const

function create(args: string[]) {
  const options = {
    description: text,
    scopes: text,
    user: text,
    expires: text,
    sites: text,
    tags: text,
    json,
    'for-agent': json,
  }
  const { values } = readArguments(args, usage, options, 0)
  const { description, scopes, user, expires, sites, tags } = values
  if (!description) throw usageError(usage, 'A key needs a description.')
  const input = {
    description,
    ...(scopes !== undefined && { scopes: split(scopes) }),
    ...(sites !== undefined && { site_ids: split(sites) }),
    ...(tags !== undefined && { tag_ids: split(tags) }),
    ...(values['for-agent'] && { for_agent: true }),
    ...(expires !== undefined && { expires_at: /^\d{4}-\d\d-\d\d$/.test(expires) ? `${expires}T00:00:00Z` : expires }),
  }
  return async (run: Run) => {
    const owner = user === undefined ? {} : { user_id: (await requireUserByLogin(run, user)).id }
    const created = await run<{ token: string; key: Key }>('add-key', { ...input, ...owner })
    if (values.json) return printJson(created)
    console.log(`API key ${created.key.id} (${created.key.scopes.join(', ')}), shown once: ${created.token}`)
  }
}

function list(args: string[]) {
  const { values } = readArguments(args, usage, { json }, 0)
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

function revoke(args: string[]) {
  const { values, positional } = readArguments(args, usage, { json }, 1)
  return async (run: Run) => {
    const deleted = await run<{ id: number; description: string }>('delete-key', { id: positional })
    if (values.json) return printJson(deleted)
    console.log(`Revoked key ${deleted.id} (${printable(deleted.description)}). It no longer works.`)
  }
}

const split = (list: string) => list.split(',').map((part) => part.trim())
