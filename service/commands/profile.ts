import { text as readText } from 'node:stream/consumers'
import { readArguments, selectVerb, usageError } from './read-arguments.ts'
import { defaultProfile, profilesFile, readProfiles, readUrl, writeProfiles } from './remote/profiles.ts'
import { printTable } from './terminal.ts'

const usage = `flotilla profile add [<name>] --url https://flotilla.example < file with the API key
flotilla profile list
flotilla profile remove [<name>]`

/** Installations that `flotilla call` works with. */
export async function run(_config: unknown, args: string[]): Promise<void> {
  const [verb, rest] = selectVerb({ add, list, remove }, args, usage)
  await verb(rest)
}

const nameOf = ([first = defaultProfile]: string[]) => (first.startsWith('--') ? defaultProfile : first)

async function add(args: string[]): Promise<void> {
  const name = nameOf(args)
  const { values } = readArguments(args[0] === name ? args.slice(1) : args, usage, { url: { type: 'string' } }, 0)
  if (!values.url) throw usageError(usage, 'Give the address of the installation.')
  const url = readUrl(values.url)
  // Not an argument: other users of the machine can read those.
  const key = (await readText(process.stdin)).trim()
  if (key === '') throw usageError(usage, 'Send the API key over standard input.')
  const file = profilesFile()
  await writeProfiles(file, { ...(await readProfiles(file)), [name]: { url, key } })
  console.log(`Profile ${name} works with ${url}. Try: flotilla call get-overview`)
}

async function list(args: string[]): Promise<void> {
  readArguments(args, usage, {}, 0)
  const profiles = Object.entries(await readProfiles(profilesFile()))
  printTable(
    profiles.map(([name, { url, key }]) => ({ name, url, key: `…${key.slice(-4)}` })),
    ['name', 'url', 'key'],
  )
}

async function remove(args: string[]): Promise<void> {
  const name = nameOf(args)
  const file = profilesFile()
  const { [name]: removed, ...others } = await readProfiles(file)
  if (!removed) throw usageError(usage, `There is no profile ${name}.`)
  await writeProfiles(file, others)
  console.log(`Profile ${name} was removed. Revoke its key in the dashboard if it is not used elsewhere.`)
}
