import { systemActor } from '../../../operation/actor.ts'
import { createIngest } from '../../../operation/ingest.ts'
import { createConnector } from '../../../platform/connector/connector.ts'
import { sharedKeySource } from '../../../platform/connector/key-source.ts'
import { createLog } from '../../../platform/log.ts'
import { parseNetworks } from '../../../platform/outbound/address-guard.ts'
import { createOutbound } from '../../../platform/outbound/http-client.ts'
import { createSecrets } from '../../../platform/secrets.ts'
import type { TestService } from '../../../testing/test-service.ts'
import { createSiteLocks, sitesFeature } from '../index.ts'

/** The context of this feature's functions, for tests that call them without an operation. */
export function connectContextOf({ db, clock, app }: TestService) {
  const log = createLog('silent')
  const allowNetworks = parseNetworks('127.0.0.0/8')
  const outbound = createOutbound({ allowNetworks, clock })
  const siteLocks = createSiteLocks({ db, clock, log })
  const connector = createConnector({ outbound, allowNetworks, keys: sharedKeySource(), clock, locks: siteLocks, log })
  return {
    db,
    clock,
    siteLocks,
    serverIdentity: app.context.serverIdentity,
    log,
    outbound,
    connector,
    queue: app.queue,
    secrets: createSecrets(['a master key for tests, long enough']),
    ingest: createIngest([sitesFeature], db, clock),
    actor: systemActor(),
    resumed: false,
  }
}
