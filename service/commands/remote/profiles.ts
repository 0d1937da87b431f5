import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { UsageError } from '../usage-error.ts'

const Profile = z.object({ url: z.string(), key: z.string() })
const Profiles = z.record(z.string(), Profile)
export type Profile = z.infer<typeof Profile>

type Environment = Record<string, string | undefined>

export const defaultProfile = 'default'

/** `~/.config/flotilla/profiles.json`, readable for its owner only. */
export const profilesFile = ({ XDG_CONFIG_HOME }: Environment = process.env): string =>
  join(XDG_CONFIG_HOME || join(homedir(), '.config'), 'flotilla', 'profiles.json')

export async function readProfiles(file: string): Promise<Record<string, Profile>> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '{}'
    throw error
  })
  const parsed = Profiles.safeParse(readJson(text))
  if (!parsed.success)
    throw new UsageError(`${file} cannot be read. Correct it, or delete it and add your profiles again.`)
  return parsed.data
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Written beside it first, so that a crash leaves the old file. */
export async function writeProfiles(file: string, profiles: Record<string, Profile>): Promise<void> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  const draft = `${file}.${process.pid}`
  await writeFile(draft, `${JSON.stringify(profiles, null, 2)}\n`, { mode: 0o600 })
  await rename(draft, file)
}

/** FLOTILLA_URL with FLOTILLA_KEY or FLOTILLA_KEY_FILE, else the profile of this name. */
export async function findProfile(name: string | undefined, environment: Environment = process.env): Promise<Profile> {
  const { FLOTILLA_URL, FLOTILLA_KEY, FLOTILLA_KEY_FILE } = environment
  if (name === undefined && FLOTILLA_URL && (FLOTILLA_KEY || FLOTILLA_KEY_FILE)) {
    const key = FLOTILLA_KEY_FILE ? (await readFile(FLOTILLA_KEY_FILE, 'utf8')).trim() : (FLOTILLA_KEY ?? '')
    return { url: readUrl(FLOTILLA_URL), key }
  }
  const profiles = await readProfiles(profilesFile(environment))
  const wanted = name ?? defaultProfile
  const found = Object.hasOwn(profiles, wanted) ? profiles[wanted] : undefined
  if (found) return found
  throw new UsageError(
    `There is no profile ${wanted}. Add it: flotilla profile add ${wanted} --url https://flotilla.example < key.txt`,
  )
}

/** A key must not be sent unencrypted over a network. */
export function readUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null
  const isLocal = url !== null && ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname)
  if (!url || (url.protocol !== 'https:' && !(isLocal && url.protocol === 'http:')))
    throw new UsageError('The address must begin with https://, such as https://flotilla.example.')
  return url.href
}
