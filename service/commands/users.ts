import { randomBytes } from 'node:crypto'
import { text as readText } from 'node:stream/consumers'
import type { Config } from '../platform/config.ts'
import { readArguments, selectVerb } from './read-arguments.ts'
import { listAll, type Run, withOperations } from './run-operations.ts'
import { inGroups, printable, printJson, printTable } from './terminal.ts'

const usage = `flotilla users add <login> [--role administrator|manager|viewer] [--email <address>] [--name <name>] [--password-stdin]
flotilla users list [--json]
flotilla users reset-password <login>
flotilla users reset-factor <login>`

export interface User {
  id: number
  login: string
  name: string
  email: string | null
  role: string
  disabled: boolean
  last_sign_in_at: string | null
}

export async function run(config: Config, args: string[]): Promise<void> {
  const [verb, rest] = selectVerb(
    { add, list, 'reset-password': resetPassword, 'reset-factor': resetFactor },
    args,
    usage,
  )
  await withOperations(config, verb(rest))
}

const json = { type: 'boolean', default: false } as const
const text = { type: 'string' } as const

function add(args: string[]) {
  const options = { role: text, email: text, name: text, 'password-stdin': { type: 'boolean' }, json } as const
  const { values, positional } = readArguments(args, usage, options, 1)
  return async (run: Run) => {
    const { role, email, name } = values
    // A generated password must be changed at the first sign-in; a given one need not.
    const chosen = values['password-stdin'] && { password: await readPassword(), must_change_password: false }
    const input = {
      login: positional,
      ...(role && { role }),
      ...(email && { email }),
      ...(name && { name }),
      ...chosen,
    }
    const added = await run<{ user: User; one_time_password: string | null }>('add-user', input)
    if (values.json) return printJson(added)
    console.log(`Added ${printable(added.user.login)} (${added.user.role}).`)
    if (added.one_time_password) console.log(`One-time password, shown once: ${added.one_time_password}`)
  }
}

function list(args: string[]) {
  const { values } = readArguments(args, usage, { json }, 0)
  return async (run: Run) => {
    const users = await listAll<User>(run, 'list-users', 'users')
    if (values.json) return printJson(users)
    printTable(users, ['id', 'login', 'name', 'email', 'role', 'disabled', 'last_sign_in_at'])
  }
}

function resetPassword(args: string[]) {
  const { values, positional } = readArguments(args, usage, { json }, 1)
  return async (run: Run) => {
    const { id, login, disabled } = await requireUserByLogin(run, positional)
    const password = inGroups(randomBytes(10).toString('hex'))
    await run('update-user', { id, password, must_change_password: true })
    if (values.json) return printJson({ id, login, one_time_password: password })
    console.log(`One-time password of ${printable(login)}, shown once: ${password}`)
    console.log('All sessions of this user have ended. The password must be changed at the next sign-in.')
    if (disabled) console.log('The account is disabled; another administrator must enable it before it can be used.')
  }
}

function resetFactor(args: string[]) {
  const { values, positional } = readArguments(args, usage, { json }, 1)
  return async (run: Run) => {
    const { id, login } = await requireUserByLogin(run, positional)
    const { removed, ended } = await run<{ removed: boolean; ended: number }>('reset-user-factors', { id })
    if (values.json) return printJson({ id, login, removed, ended })
    console.log(
      removed ? `Removed the second factors of ${printable(login)}.` : `${printable(login)} had no second factor.`,
    )
    console.log(`Sessions that were ended: ${ended}.`)
  }
}

export async function requireUserByLogin(run: Run, login: string): Promise<User> {
  const users = await listAll<User>(run, 'list-users', 'users', { search: login })
  const found = users.find((user) => user.login.toLowerCase() === login.toLowerCase())
  if (!found) throw new Error(`There is no user ${login}; flotilla users list shows all.`)
  return found
}

async function readPassword(): Promise<string> {
  return (await readText(process.stdin)).replace(/\r?\n$/, '')
}
