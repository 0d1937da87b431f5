import { generateKeyPairSync } from 'node:crypto'
import type { Actor } from '../../operation/actor.ts'
import { downSince } from './outages.ts'
import type { OutsideChanges } from './outside-changes.ts'
import { workAtSites } from './outside-changes.ts'
import { isManaged, type Role } from './roles.ts'
import type { Scene } from './scene.ts'

/** What goes wrong in the last days, each at its hour, so that Flotilla finds it as it would in life. */
export async function meetTroubles(scene: Scene, outside: OutsideChanges, worker: Actor): Promise<void> {
  const { clock, run } = scene
  const withRole = (role: Role) => scene.sites.filter((demo) => demo.role === role)
  const at = (daysAgo: number) => {
    clock.travelTo(daysAgo)
    outside.revealUntil(clock.now())
  }
  at(8.9)
  for (const { id, role } of scene.sites) if (!isManaged(role)) await run('sync-site', { site_id_or_domain: id })
  for (const { id } of withRole('suspended')) await run('suspend-site', { site_id_or_domain: id }, worker)
  at(3.2)
  for (const { id } of withRole('disconnected')) await run('disconnect-site', { site_id_or_domain: id }, worker)

  at(downSince.dead)
  for (const { site, id } of withRole('dead')) {
    die(site)
    await findDown(scene, id)
  }
  workAtSites(scene, at)
  at(downSince['down now'])
  for (const { site, id } of withRole('down now')) {
    site.frontPage = { ...site.frontPage, status: 503 }
    await findDown(scene, id)
  }
  at(0.01)
  // Somebody has set up the connector anew, for another dashboard.
  for (const { site } of withRole('key refused')) {
    const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    site.registrations.clear()
    const key = publicKey.export({ type: 'spki', format: 'pem' }).toString()
    site.connect({ publicKey: key, server: 'https://another-dashboard.example/' })
  }
}

/** Nobody listens any more. Said again at every start, because it is no part of a site's contents. */
export const die = (site: { misbehave(name: 'refuse', options: { on: '*' }): void }) =>
  site.misbehave('refuse', { on: '*' })

/** As often as it takes until the monitor is sure. */
async function findDown({ run }: Scene, id: number): Promise<void> {
  for (let look = 0; look < 5; look++) {
    const { last_status } = await run<{ last_status: string }>('check-monitor', { site_id_or_domain: id })
    if (last_status === 'down') return
  }
}
