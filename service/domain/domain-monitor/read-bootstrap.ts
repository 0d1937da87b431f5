import { trimEndOf } from '../../platform/trim-end.ts'
import type { Servers } from './bootstrap-store.ts'

const maxServices = 10_000
const maxNames = 10_000

/** Parses the bootstrap file (RFC 9224): lists of top-level domains with the addresses of their servers. */
export function readBootstrap(text: string): Servers {
  const file = parseJson(text)
  const services = typeof file === 'object' && file !== null && 'services' in file ? file.services : undefined
  if (!Array.isArray(services)) throw new Error('It is not a list of registries in the format of RFC 9224.')
  const servers = new Map<string, string>()
  for (const service of services.slice(0, maxServices)) {
    if (!Array.isArray(service)) continue
    const [names, addresses] = service
    const server = bestServer(addresses)
    if (!server || !Array.isArray(names)) continue
    for (const name of names.slice(0, maxNames)) {
      if (typeof name === 'string' && /^[a-z0-9.-]{1,63}$/i.test(name)) servers.set(name.toLowerCase(), server)
    }
  }
  if (servers.size === 0) throw new Error('It contains no registry.')
  return Object.fromEntries(servers)
}

/** The first https address, else the first one; with a trailing slash, to which paths are appended. */
function bestServer(addresses: unknown): string | null {
  if (!Array.isArray(addresses)) return null
  const usable = addresses.filter(
    (address): address is string =>
      typeof address === 'string' && address.length < 500 && /^https?:\/\//i.test(address) && URL.canParse(address),
  )
  const best = usable.find((address) => /^https:/i.test(address)) ?? usable[0]
  return best === undefined ? null : `${trimEndOf(best, '/')}/`
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
