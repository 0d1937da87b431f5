import { generateKeyPairSync } from 'node:crypto'
import type { Actor } from '../../operation/actor.ts'
import type { DemoContext } from './demo-context.ts'
import { downSince } from './outages.ts'
import type { OutsideChanges } from './outside-changes.ts'
import { changeSitesDirectly } from './outside-changes.ts'
import { type DemoCondition, isManaged } from './roles.ts'

/** Creates the problems of the last days, each at its time, so that Flotilla detects them as usual. */
export async function createTroubles(context: DemoContext, outside: OutsideChanges, worker: Actor): Promise<void> {
  const { clock, run } = context
  const withRole = (role: DemoCondition) => context.sites.filter((demo) => demo.role === role)
  const at = (daysAgo: number) => {
    clock.setDaysAgo(daysAgo)
    outside.revealUntil(clock.now())
  }
  at(8.9)
  for (const { id, role } of context.sites) if (!isManaged(role)) await run('sync-site', { site_id_or_domain: id })
  for (const { id } of withRole('suspended')) await run('suspend-site', { site_id_or_domain: id }, worker)
  at(3.2)
  for (const { id } of withRole('disconnected')) await run('disconnect-site', { site_id_or_domain: id }, worker)

  at(downSince.dead)
  for (const { site, id } of withRole('dead')) {
    stopAnswering(site)
    await checkUntilDown(context, id)
  }
  changeSitesDirectly(context, at)
  at(downSince['down now'])
  for (const { site, id } of withRole('down now')) {
    site.frontPage = { ...site.frontPage, status: 503 }
    await checkUntilDown(context, id)
  }
  at(0.01)
  // The connector was connected to another dashboard.
  for (const { site } of withRole('key refused')) {
    const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    site.registrations.clear()
    const key = publicKey.export({ type: 'spki', format: 'pem' }).toString()
    site.connect({ publicKey: key, server: 'https://another-dashboard.example/' })
  }
}

/** Repeated at every start, because it is not part of the saved state. */
export const stopAnswering = (site: { setFault(name: 'refuse', options: { on: '*' }): void }) =>
  site.setFault('refuse', { on: '*' })

/** Repeats the check until the monitor reports the site as down. */
async function checkUntilDown({ run }: DemoContext, id: number): Promise<void> {
  for (let attempt = 0; attempt < 5; attempt++) {
    const { last_status } = await run<{ last_status: string }>('check-monitor', { site_id_or_domain: id })
    if (last_status === 'down') return
  }
}
