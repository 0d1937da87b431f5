import { parseArgs } from 'node:util'
import { type Network, parseNetworks } from '../../../outbound/address-guard.ts'

export interface Account {
  url: string
  user: string
  password: string
}

export interface MoveOptions {
  flotilla: Account
  old: Account
  /** Consumer key and secret of the old dashboard's REST API. */
  oldKey: { key: string; secret: string }
  /** Addresses of sites that must be among the imported ones. */
  children: string[]
  /** Runs an update; it is not put back. */
  update: boolean
  /** Locks the old dashboard out. */
  takeOver: boolean
  verifyTls: boolean
  allowNetworks: Network[]
}

export const moveUsage = `Moves a fleet from a real dashboard of the established product (6.1) to a running Flotilla: exports, imports, compares, syncs.

  npm run test:live -- --flotilla http://127.0.0.1:8700 --flotilla-user admin --flotilla-password … \\
    --old-dashboard https://old.example --old-user admin --old-password … --old-key ck_…:cs_…

  --child https://…        a site that must be connected afterwards; may be repeated. Its credentials are not needed
  --updates plugins        also update one plugin of one site (NOT put back)
  --take-over              at the end, replace the keys of all imported sites: the old dashboard is refused (NOT put back)
  --insecure, --allow-networks …   as above

The old dashboard needs nothing but its administrator and a REST key with read and write permission. The export script is installed
there as a plugin and deleted again. The passwords may also be given as LIVE_FLOTILLA_PASSWORD, LIVE_OLD_PASSWORD and LIVE_OLD_KEY.`

/** True if the arguments ask for this suite. */
export const isMove = (args: readonly string[]): boolean => args.some((arg) => /^--old-dashboard(?:=|$)/.test(arg))

/** Throws a sentence if something is missing. */
export function readMoveOptions(args: string[], environment: Record<string, string | undefined>): MoveOptions {
  const text = { type: 'string' } as const
  const flag = { type: 'boolean', default: false } as const
  const { values } = parseArgs({
    args,
    options: {
      flotilla: text,
      'flotilla-user': text,
      'flotilla-password': text,
      'old-dashboard': text,
      'old-user': text,
      'old-password': text,
      'old-key': text,
      child: { type: 'string', multiple: true, default: [] },
      updates: text,
      'allow-networks': text,
      'take-over': flag,
      insecure: flag,
    },
  })
  const needed = (name: keyof typeof values, value: unknown): string => {
    if (typeof value !== 'string' || value === '') throw new Error(`--${name} is needed.`)
    return value
  }
  const account = (url: 'flotilla' | 'old-dashboard', prefix: 'flotilla' | 'old', password: string | undefined) => ({
    url: needed(url, values[url]).replace(/\/$/, ''),
    user: needed(`${prefix}-user`, values[`${prefix}-user`]),
    password: needed(`${prefix}-password`, values[`${prefix}-password`] ?? password),
  })
  const [key = '', secret = ''] = needed('old-key', values['old-key'] ?? environment.LIVE_OLD_KEY).split(':')
  if (key === '' || secret === '') throw new Error('--old-key is consumer key and secret: ck_…:cs_….')
  if (values.updates !== undefined && values.updates !== 'plugins') throw new Error('--updates takes “plugins” here.')
  return {
    flotilla: account('flotilla', 'flotilla', environment.LIVE_FLOTILLA_PASSWORD),
    old: account('old-dashboard', 'old', environment.LIVE_OLD_PASSWORD),
    oldKey: { key, secret },
    children: values.child,
    update: values.updates === 'plugins',
    takeOver: values['take-over'],
    verifyTls: !values.insecure,
    allowNetworks: parseNetworks(values['allow-networks'] ?? ''),
  }
}
