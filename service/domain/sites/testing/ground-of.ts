import { absorbInto } from '../../../operation/absorb.ts'
import { systemActor } from '../../../operation/actor.ts'
import { createConnector } from '../../../platform/connector/connector.ts'
import { sharedKeySource } from '../../../platform/connector/key-source.ts'
import { createLog } from '../../../platform/log.ts'
import { parseNetworks } from '../../../platform/outbound/address-guard.ts'
import { createOutbound } from '../../../platform/outbound/http-client.ts'
import { createSecrets } from '../../../platform/secrets.ts'
import type { House } from '../../../testing/house.ts'
import { siteLeases, sitesRoom } from '../index.ts'

/** What the functions of this room stand on, as the house has it, for tests that call them without an operation. */
export function groundOf({ db, clock, app }: House) {
  const log = createLog('silent')
  const allowNetworks = parseNetworks('127.0.0.0/8')
  const outbound = createOutbound({ allowNetworks, clock })
  const exclusive = siteLeases(db, clock, log)
  const connector = createConnector({ outbound, allowNetworks, keys: sharedKeySource(), clock, exclusive, log })
  return {
    db,
    clock,
    log,
    outbound,
    connector,
    queue: app.queue,
    secrets: createSecrets(['a master key for tests, long enough']),
    absorb: absorbInto([sitesRoom], db, clock),
    actor: systemActor(),
    resumed: false,
  }
}
