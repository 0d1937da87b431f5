import type { Actor } from '../../operation/actor.ts'
import type { Customers } from './customers.ts'
import { type DemoSite, forEachConcurrently, type Scene } from './scene.ts'

/** One after the other, so that they have the same numbers in every demo; of a large fleet nobody knows them. */
const mostInOrder = 60

/** Every site has a client and at least one tag. Answers how many could not be connected. */
export async function connectSites(
  { run, sites }: Scene,
  { clients, tags }: Customers,
  worker: Actor,
): Promise<number> {
  let failed = 0
  const connect = async (demo: DemoSite, index: number) => {
    const { site, url, untrusted } = demo
    const wanted = {
      url,
      name: site.title,
      admin: site.admin.login,
      admin_password: site.admin.password,
      client_id: clients[index % clients.length],
      tags: tagsOf(demo, index).map((tag) => tags[tag]),
      ...(untrusted && { ssl_verify: false }),
      ...(demo.role === 'insecure' && { notes: 'PHP 7.4 until the host has moved; ask again in spring.' }),
    }
    const added = await run<{ id: number; connection: { ok: boolean } }>('add-site', wanted, worker)
    demo.id = added.id
    if (!added.connection.ok) failed++
  }
  await forEachConcurrently(sites, connect, sites.length > mostInOrder ? 8 : 1)
  return failed
}

function tagsOf({ site, role }: DemoSite, index: number): number[] {
  const chosen = [index % 3 === 0 ? 0 : 1]
  if (site.business.trade.shop) chosen.push(2)
  if (role === 'suspended') chosen.push(3)
  if (role === 'flapping' || role === 'insecure' || role === 'key refused') chosen.push(4)
  if (index % 2 === 0) chosen.push(5)
  return chosen
}
