import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import type { FleetOptions } from './fleet-options.ts'

export const help = `Usage: npm run simulator -- [options]

  --sites 20              number of sites
  --port 8181             port of all sites (0: a free one)
  --base-address 127.10.0.1   address of the first site; the others follow
  --addresses 4           put the sites on this many addresses, with a path each
  --seed 1                the same seed gives the same fleet
  --slow 5%  --flaky 2%  --dead 1%  --hostile 1%   shares of the fleet
  --slowness 3000         milliseconds by which slow sites are slow
  --payload 40kB          size of a full sync (1 kB to 300 kB)
  --update-duration 0     milliseconds that an update takes
  --keys keys.json        connect all sites beforehand: a JSON list of public keys in PEM …
  --server https://…/     … to this dashboard
  --admin admin           login of the administrator
  --password …            and the password
  --control-port 8180     port of the control endpoint on 127.0.0.1 (0: a free one)
`

export interface Command {
  readonly fleet: FleetOptions
  readonly controlPort: number
}

/** `5%` and `0.05` are the same. */
function share(value: string | undefined, name: string): number {
  if (value === undefined) return 0
  const number = value.endsWith('%') ? Number(value.slice(0, -1)) / 100 : Number(value)
  if (!(number >= 0 && number <= 1)) throw new Error(`--${name} takes a share such as 5%, not "${value}".`)
  return number
}

/** `40kB`, `40000` and `0.04MB` are the same. */
function size(value: string): number {
  const match = /^([\d.]+)\s*(kB|MB|B)?$/i.exec(value)
  const unit = { kb: 1000, mb: 1_000_000, b: 1 }[match?.[2]?.toLowerCase() ?? 'b'] ?? 1
  const bytes = Number(match?.[1]) * unit
  if (!(bytes > 0)) throw new Error(`--payload takes a size such as 40kB, not "${value}".`)
  return bytes
}

function whole(value: string, name: string): number {
  const number = Number(value)
  if (!Number.isInteger(number) || number < 0) throw new Error(`--${name} takes a whole number, not "${value}".`)
  return number
}

const options = {
  sites: { type: 'string', default: '20' },
  port: { type: 'string', default: '8181' },
  'base-address': { type: 'string', default: '127.10.0.1' },
  addresses: { type: 'string' },
  seed: { type: 'string', default: '1' },
  slow: { type: 'string' },
  flaky: { type: 'string' },
  dead: { type: 'string' },
  hostile: { type: 'string' },
  slowness: { type: 'string', default: '3000' },
  payload: { type: 'string' },
  'update-duration': { type: 'string', default: '0' },
  keys: { type: 'string' },
  server: { type: 'string' },
  admin: { type: 'string' },
  password: { type: 'string' },
  'control-port': { type: 'string', default: '8180' },
  help: { type: 'boolean', default: false },
} as const

/** Null when help was requested. */
export function readCommandLine(args: readonly string[]): Command | null {
  const { values } = parseArgs({ args: [...args], options, strict: true })
  if (values.help) return null
  const { slow, flaky, dead, hostile } = values
  const fleet: FleetOptions = {
    sites: whole(values.sites, 'sites'),
    port: whole(values.port, 'port'),
    baseAddress: values['base-address'],
    seed: values.seed,
    behaviours: {
      slow: share(slow, 'slow'),
      flaky: share(flaky, 'flaky'),
      dead: share(dead, 'dead'),
      hostile: share(hostile, 'hostile'),
    },
    slowness: whole(values.slowness, 'slowness'),
    updateDuration: whole(values['update-duration'], 'update-duration'),
    admin: { login: values.admin, password: values.password },
    ...(values.addresses !== undefined && { addresses: whole(values.addresses, 'addresses') }),
    ...(values.payload !== undefined && { payload: size(values.payload) }),
    ...connection(values.keys, values.server),
  }
  return { fleet, controlPort: whole(values['control-port'], 'control-port') }
}

function connection(keys: string | undefined, server: string | undefined): Pick<FleetOptions, 'connect'> {
  if (keys === undefined && server === undefined) return {}
  if (keys === undefined || server === undefined) throw new Error('--keys and --server go together.')
  const publicKeys: unknown = JSON.parse(readFileSync(keys, 'utf8'))
  if (!Array.isArray(publicKeys)) throw new Error(`${keys} must contain a JSON list of public keys.`)
  return { connect: { publicKeys: publicKeys.map(String), server } }
}
