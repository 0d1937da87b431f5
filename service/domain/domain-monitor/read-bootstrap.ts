import { trimEndOf } from '../../platform/trim-end.ts'
import type { Servers } from './bootstrap-store.ts'

const mostServices = 10_000
const mostNames = 10_000

/** The registry's file (RFC 9224): lists of top-level domains, each with the addresses of the servers that answer for them. */
export function readBootstrap(text: string): Servers {
  const services = (parseJson(text) as { services?: unknown } | null)?.services
  if (!Array.isArray(services)) throw new Error('It is not a list of registries as RFC 9224 describes it.')
  const servers = new Map<string, string>()
  for (const service of services.slice(0, mostServices)) {
    if (!Array.isArray(service)) continue
    const [names, addresses] = service
    const server = bestServer(addresses)
    if (!server || !Array.isArray(names)) continue
    for (const name of names.slice(0, mostNames)) {
      if (typeof name === 'string' && /^[a-z0-9.-]{1,63}$/i.test(name)) servers.set(name.toLowerCase(), server)
    }
  }
  if (servers.size === 0) throw new Error('It names no registry at all.')
  return Object.fromEntries(servers)
}

/** The first encrypted one, else the first; with the slash at its end that the questions are appended to. */
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
