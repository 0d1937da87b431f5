import { type openSettings, politenessFrom, resolverUnder } from './domain/settings/index.ts'
import type { Clock } from './platform/clock.ts'
import type { Network } from './platform/outbound/address-guard.ts'
import { createOutbound, type OutboundParts } from './platform/outbound/http-client.ts'
import { Politeness } from './platform/outbound/politeness.ts'
import { systemResolver } from './platform/outbound/resolve.ts'

export type OutboundOptions = Pick<OutboundParts, 'deadlines' | 'limits' | 'resolver' | 'extraAuthorities'>

/** Calls to the outside under the rate limits and the resolver that the settings name. */
export function openOutbound(
  parts: { allowNetworks: readonly Network[]; clock: Clock; settings: Awaited<ReturnType<typeof openSettings>> },
  options: OutboundOptions = {},
): ReturnType<typeof createOutbound> {
  const { allowNetworks, clock, settings } = parts
  const politeness = new Politeness({ clock, settings: () => politenessFrom(settings) })
  settings.onChange(() => politeness.settingsChanged())
  const resolver = resolverUnder(settings, options.resolver ?? systemResolver())
  return createOutbound({ allowNetworks, clock, politeness, ...options, resolver })
}
