import { parseArgs } from 'node:util'
import type { Account } from '../move-in/move-options.ts'
import { type LiveOptions, readOptions } from '../options.ts'

export interface RolloutOptions {
  flotilla: Account
  /** The site, not connected. */
  site: LiveOptions & { servePackages: string }
  /** The server may not write the folders of plugins. */
  readOnly: boolean
}

export const rolloutUsage = `Rolls good and bad releases out to a real site with a running Flotilla, and rolls them back.

  npm run test:live -- --rollouts --flotilla http://127.0.0.1:8700 --flotilla-user admin --flotilla-password … \\
    --url https://site.example --user admin --password … --serve-packages site.example:8080

  --read-only              the server may not write the folder of plugins, and version 1.0 of the plugin of this suite is
                           installed and active: expects that Flotilla says so
  --insecure, --allow-networks …   as above

Flotilla runs with a PUBLIC_URL that the site can call: the site downloads an uploaded zip file from there. The site is not in Flotilla before, and not connected before and after. Two plugins and a theme of this suite are installed on it and deleted again.`

/** True if the arguments ask for this suite. */
export const isRollouts = (args: readonly string[]): boolean => args.includes('--rollouts')

/** Throws a sentence if something is missing. */
export function readRolloutOptions(args: string[], environment: Record<string, string | undefined>): RolloutOptions {
  const own = ['--flotilla', '--flotilla-user', '--flotilla-password']
  const isOwn = (index: number) => own.includes(args[index] ?? '') || own.includes(args[index - 1] ?? '')
  const text = { type: 'string' } as const
  const { values } = parseArgs({
    args: args.filter((_, index) => isOwn(index)),
    options: { flotilla: text, 'flotilla-user': text, 'flotilla-password': text },
  })
  const password = values['flotilla-password'] ?? environment.LIVE_FLOTILLA_PASSWORD
  if (!values.flotilla || !values['flotilla-user'] || !password)
    throw new Error('--flotilla, --flotilla-user and --flotilla-password are needed.')
  const others = args.filter((arg, index) => !isOwn(index) && arg !== '--rollouts' && arg !== '--read-only')
  const { servePackages, ...site } = readOptions(others, environment)
  if (!servePackages) throw new Error('--serve-packages is needed.')
  return {
    flotilla: { url: values.flotilla.replace(/\/$/, ''), user: values['flotilla-user'], password },
    site: { ...site, servePackages },
    readOnly: args.includes('--read-only'),
  }
}
