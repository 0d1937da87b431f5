import type { Settings } from '../../operation/settings.ts'
import type { RateLimitSettings } from '../../platform/outbound/rate-limits.ts'
import type { Resolver } from '../../platform/outbound/resolve.ts'

/** How many calls go out at once, and how fast one after the other. */
export function rateLimitsFrom(settings: Settings): RateLimitSettings {
  const advanced = settings.get('advanced')
  return {
    maximumRequests: advanced.svc_maximum_requests,
    maximumRequestsPerAddress: advanced.svc_maximum_ip_requests,
    minimumDelayMs: advanced.svc_minimum_delay,
    minimumDelayPerAddressMs: advanced.svc_minimum_ip_delay,
  }
}

/** Names lead to all their addresses, or to those of IPv4 only. */
export const resolverUnder =
  (settings: Settings, resolve: Resolver): Resolver =>
  async (hostname) => {
    const found = await resolve(hostname)
    return settings.get('advanced').svc_force_use_ipv4 === 1 ? found.filter((address) => !address.includes(':')) : found
  }
