import { randomFrom } from '../../../simulator/index.ts'
import type { Actor } from '../../operation/actor.ts'
import { type DemoContext, forEachConcurrently } from './demo-context.ts'

const registrars = ['Harbour Names Ltd.', 'Domänenhaus AG', 'Registrar North Inc.']
/** Days until the registration of each domain expires. */
const daysLeft = [212, 18, 640, -4, 95]

/** Checks the certificates and homepages of all sites once. */
export async function checkAllSites({ run, sites }: DemoContext): Promise<void> {
  await forEachConcurrently(sites, async ({ id }) => {
    await run('check-site-certificate', { site_id_or_domain: id })
    await run('check-monitor', { site_id_or_domain: id })
  })
}

/** Registries have no names under .example, so the data is entered by hand. */
export async function addDomains({ run, clock, sites }: DemoContext, worker: Actor): Promise<number> {
  const named = sites.filter((demo) => demo.named)
  for (const [index, { id, site }] of named.entries()) {
    const random = randomFrom('demo', 'domain', site.hostname)
    const input = {
      site_id_or_domain: id,
      expiry_date: clock.dayAgo(-(daysLeft[index % daysLeft.length] ?? 0)),
      creation_date: clock.dayAgo(random.between(700, 5_000)),
      registrar: random.pick(registrars),
    }
    await run('update-domain-profile', input, worker)
  }
  return named.length
}
