import { type Call, Noisy, Refusal } from './call.ts'
import { cacheControl } from './site-info.ts'
import { runUpdates, type Updatable } from './update-run.ts'
import { skin } from './updates.ts'

const lockSeconds = 15 * 60

/** Updates WordPress itself. The child locks only this update. */
export async function upgradeCore(call: Call): Promise<unknown> {
  const { site } = call
  if (site.coreLockedUntil > call.now) throw new Refusal('Another update is currently in progress.')
  const { offered } = site.core
  if (offered === null) return { upgrade: 'NORESPONSE', ...cacheControl }
  if (offered === site.core.installed) return { upgrade: 'SUCCESS', ...cacheControl }
  site.coreLockedUntil = call.now + lockSeconds
  const core: Updatable = { version: site.core.installed, offer: { version: offered } }
  try {
    const [outcome] = await runUpdates(call, 'core', ['core'], () => core, true)
    if (outcome?.result !== 'updated') return new Noisy({ upgrade: 'WPERROR', ...cacheControl }, skin(['WordPress']))
    const payload = {
      upgrade: 'SUCCESS',
      old_version: outcome.before,
      version: outcome.reportedVersion,
      ...cacheControl,
    }
    return new Noisy(payload, skin(['WordPress']))
  } finally {
    site.core.installed = core.version
    site.core.offered = core.offer?.version ?? null
    site.coreLockedUntil = 0
  }
}
