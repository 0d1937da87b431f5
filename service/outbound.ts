import { type openSettings, rateLimitsFrom, resolverFrom } from './domain/settings/index.ts'
import type { Clock } from './platform/clock.ts'
import type { Metrics } from './platform/metrics.ts'
import type { Network } from './platform/outbound/address-guard.ts'
import { createOutbound, type OutboundParts } from './platform/outbound/http-client.ts'
import { RateLimits } from './platform/outbound/rate-limits.ts'
import { systemResolver } from './platform/outbound/resolve.ts'

export type OutboundOptions = Pick<OutboundParts, 'deadlines' | 'limits' | 'resolver' | 'extraAuthorities'>

/** Calls to the network with the rate limits and the resolver of the settings. */
export function openOutbound(
  parts: {
    allowNetworks: readonly Network[]
    clock: Clock
    settings: Awaited<ReturnType<typeof openSettings>>
    metrics: Pick<Metrics, 'outbound'>
  },
  options: OutboundOptions = {},
): ReturnType<typeof createOutbound> {
  const { allowNetworks, clock, settings, metrics } = parts
  const rateLimits = new RateLimits({ clock, settings: () => rateLimitsFrom(settings) })
  settings.onChange(() => rateLimits.settingsChanged())
  const resolver = resolverFrom(settings, options.resolver ?? systemResolver())
  return createOutbound({ allowNetworks, clock, rateLimits, measure: metrics.outbound, ...options, resolver })
}
