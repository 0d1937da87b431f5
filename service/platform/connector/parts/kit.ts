import type { Clock } from '../../clock.ts'
import type { ChildSite, How } from '../child-site.ts'
import { ConnectorError } from '../errors.ts'
import type { KeySource } from '../key-source.ts'
import { asMap, type WireMap } from '../reading/values.ts'
import type { ConnectorSettings } from '../settings.ts'
import type { Signer } from '../signing.ts'
import type { SiteLocks } from '../site-locks.ts'
import type { Caller, ChildCall } from '../wire/caller.ts'

/** Dependencies of the parts of the connector. */
export interface Kit {
  caller: Caller
  clock: Clock
  settings: ConnectorSettings
  locks: SiteLocks
  signer: Signer
  keys: KeySource
}

/** The answer to a signed call, as a map. */
export async function callForMap(kit: Kit, site: ChildSite, call: ChildCall, how?: How): Promise<WireMap> {
  return asMap((await kit.caller.signed(site, call, how)).payload)
}

/** A change without a list to verify it by: one at a time per site, never repeated. */
export function sendChange(kit: Kit, site: ChildSite, call: ChildCall, how?: How): Promise<WireMap> {
  return kit.locks.hold(site.id, () => callForMap(kit, site, call, how))
}

/** The error for a site that gives no reason. */
export function changeNotMade(what: string): ConnectorError {
  return new ConnectorError('svc_site_error', `The site did not ${what} and gave no reason.`, { reason: 'not_done' })
}
