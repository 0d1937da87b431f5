import type { Actor } from '../../operation/actor.ts'
import type { Customers } from './customers.ts'
import { type DemoContext, type DemoSite, forEachConcurrently } from './demo-context.ts'

/** Small demos connect sites one after the other, so that they have the same ids every time. */
const maxInOrder = 60

/** Every site gets a client and at least one tag. Returns the number of sites that could not be connected. */
export async function connectSites(
  { run, sites }: DemoContext,
  { clients, tags }: Customers,
  worker: Actor,
): Promise<number> {
  let failed = 0
  const connect = async (demo: DemoSite, index: number) => {
    const { site, url, untrusted } = demo
    const input = {
      url,
      name: site.title,
      admin: site.admin.login,
      admin_password: site.admin.password,
      client_id: clients[(site.network?.main.index ?? index) % clients.length],
      tags: tagIndexesOf(demo, index).map((tag) => tags[tag]),
      ...(untrusted && { ssl_verify: false }),
      ...(demo.role === 'insecure' && { notes: 'PHP 7.4 until the host has moved; ask again in spring.' }),
    }
    const added = await run<{ id: number; connection: { ok: boolean } }>('add-site', input, worker)
    demo.id = added.id
    if (!added.connection.ok) failed++
  }
  await forEachConcurrently(sites, connect, sites.length > maxInOrder ? 8 : 1)
  return failed
}

function tagIndexesOf({ site, role }: DemoSite, index: number): number[] {
  const indexes = [index % 3 === 0 ? 0 : 1]
  if (site.business.trade.shop) indexes.push(2)
  if (role === 'suspended') indexes.push(3)
  if (role === 'flapping' || role === 'insecure' || role === 'key refused') indexes.push(4)
  if (index % 2 === 0) indexes.push(5)
  return indexes
}
