import { hostname } from 'node:os'
import { z } from 'zod'
import { createClient, FlotillaError } from '../../client/flotilla.ts'
import { readArguments, usageError } from './read-arguments.ts'
import { defaultProfile, type Profile, profilesFile, readProfiles, readUrl, writeProfiles } from './remote/profiles.ts'
import { printable } from './terminal.ts'

const usage = 'flotilla login --url https://flotilla.example [--profile <name>] [--scopes read,write,delete]'

const Started = z.object({
  device_code: z.string(),
  user_code: z.string(),
  path: z.string(),
  interval: z.number().min(1).max(60),
})
const Finished = z.object({ token: z.string() })

interface LoginParts {
  fetch?: typeof fetch
  wait(seconds: number): Promise<unknown>
}

/** `flotilla login`: a person confirms a code in the dashboard; the key is stored in the profile. */
export async function run(_config: unknown, args: string[]): Promise<void> {
  const text = { type: 'string' } as const
  const { values } = readArguments(args, usage, { url: text, profile: text, scopes: text }, 0)
  if (!values.url) throw usageError(usage, 'Give the address of the installation.')
  const name = values.profile ?? defaultProfile
  const wait = (seconds: number) => new Promise((resolve) => setTimeout(resolve, seconds * 1000))
  const profile = await requestKey(readUrl(values.url), values.scopes?.split(','), { wait })
  const file = profilesFile()
  await writeProfiles(file, { ...(await readProfiles(file)), [name]: profile })
  console.log(`Profile ${name} works with ${profile.url}. Its changes need approval. Try: flotilla call get-overview`)
}

/** Shows the code and waits until a person has confirmed it. */
export async function requestKey(
  url: string,
  scopes: string[] | undefined,
  { wait, ...parts }: LoginParts,
): Promise<Profile> {
  // Nothing is known yet that could be sent as a key.
  const client = createClient({ url, key: '', ...parts })
  const started = Started.parse(
    (
      await client.answerOf('start-key-login', {
        name: hostname().slice(0, 60) || 'a terminal',
        ...(scopes && { scopes }),
      })
    ).data,
  )
  const page = new URL(started.path.replace(/^\//, ''), url.endsWith('/') ? url : `${url}/`)
  console.log(`Open ${printable(page.href)} and type this code: ${printable(started.user_code)}`)
  for (;;) {
    await wait(started.interval)
    try {
      const { token } = Finished.parse(await client.answerOf('finish-key-login', { device_code: started.device_code }))
      return { url, key: token }
    } catch (error) {
      if (!(error instanceof FlotillaError) || error.code !== 'svc_login_pending') throw error
    }
  }
}
