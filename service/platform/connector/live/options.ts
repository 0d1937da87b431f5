import { parseArgs } from 'node:util'
import { type Network, parseNetworks } from '../../outbound/address-guard.ts'

export const updateKinds = ['plugins', 'themes', 'translations', 'core'] as const
export type UpdateKind = (typeof updateKinds)[number]

export interface LiveOptions {
  url: string
  user: string
  password: string
  uniqueId: string | undefined
  basicAuth: { username: string; password: string } | undefined
  verifyTls: boolean
  allowChanges: boolean
  /** Address of a plugin's zip file for installing and deleting. */
  package: string | undefined
  /** The same for a theme. */
  themePackage: string | undefined
  /** `host:port` of this machine at which the site downloads packages of this suite. */
  servePackages: string | undefined
  /** Update types that are really run; they cannot be undone. */
  updates: readonly UpdateKind[]
  keep: boolean
  allowNetworks: Network[]
}

export const usage = `Runs the connector's suite against a real WordPress site that has the connector plugin (MainWP Child) and is not connected.

  npm run test:live -- --url https://site.example --user admin --password …

  --unique-id …            the site's unique security ID, if it demands one
  --http-user … --http-password …   for a site behind Basic authentication
  --insecure               do not check the certificate
  --allow-networks …       private networks that may be called, e.g. 127.0.0.0/8 (then plain http is allowed there)
  --allow-changes          also switch plugins and themes, moderate a comment, create and delete users, posts and pages, run
                           upkeep, end sessions (all but the sessions is put back)
  --package https://….zip  with --allow-changes: install this plugin, then delete it again
  --theme-package https://….zip   the same with a theme
  --serve-packages host:port   with --allow-changes: update guard and exact versions, with packages served here to the site
  --updates all            run the updates on offer, or just some: plugins,themes,translations,core (NOT put back)
  --keep                   stay connected at the end

Without --allow-changes nothing stays behind but a log entry or two: a draft post is created and deleted.
The password may also be given as LIVE_PASSWORD in the environment.`

/** Throws a sentence if something is missing. */
export function readOptions(args: string[], environment: Record<string, string | undefined>): LiveOptions {
  const text = { type: 'string' } as const
  const flag = { type: 'boolean', default: false } as const
  const { values } = parseArgs({
    args: args,
    options: {
      url: text,
      user: text,
      password: text,
      'unique-id': text,
      'http-user': text,
      'http-password': text,
      'allow-networks': text,
      package: text,
      'theme-package': text,
      'serve-packages': text,
      updates: text,
      insecure: flag,
      'allow-changes': flag,
      keep: flag,
    },
  })
  const password = values.password ?? environment.LIVE_PASSWORD
  if (!values.url || !values.user || !password) throw new Error('--url, --user and --password are needed.')
  const username = values['http-user']
  return {
    url: values.url,
    user: values.user,
    password,
    uniqueId: values['unique-id'],
    basicAuth: username === undefined ? undefined : { username, password: values['http-password'] ?? '' },
    verifyTls: !values.insecure,
    allowChanges: values['allow-changes'],
    package: values.package,
    themePackage: values['theme-package'],
    servePackages: values['serve-packages'],
    updates: readUpdateKinds(values.updates),
    keep: values.keep,
    allowNetworks: parseNetworks(values['allow-networks'] ?? ''),
  }
}

function readUpdateKinds(text = ''): UpdateKind[] {
  if (text === 'all') return [...updateKinds]
  return text
    .split(',')
    .filter(Boolean)
    .map((name) => {
      const kind = updateKinds.find((known) => known === name.trim())
      if (!kind) throw new Error(`--updates takes “all” or some of ${updateKinds.join(', ')}; ${name} is none.`)
      return kind
    })
}
