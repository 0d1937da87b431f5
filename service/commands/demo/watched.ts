import { randomFrom } from '../../../simulator/index.ts'
import type { Actor } from '../../operation/actor.ts'
import { forEachConcurrently, type Scene } from './scene.ts'

const registrars = ['Harbour Names Ltd.', 'Domänenhaus AG', 'Registrar North Inc.']
/** Days until the registration of each made-up name ends. */
const daysLeft = [212, 18, 640, -4, 95]

/** Looks once at everything that is watched: certificates, and the front pages of all sites. */
export async function lookAtEverything({ run, sites }: Scene): Promise<void> {
  await forEachConcurrently(sites, async ({ id }) => {
    await run('check-site-certificate', { site_id_or_domain: id })
    await run('check-monitor', { site_id_or_domain: id })
  })
}

/** No registry knows names under .example, so what is known of them was entered by hand. */
export async function enterDomains({ run, clock, sites }: Scene, worker: Actor): Promise<number> {
  const named = sites.filter((demo) => demo.named)
  for (const [index, { id, site }] of named.entries()) {
    const random = randomFrom('demo', 'domain', site.hostname)
    const written = {
      site_id_or_domain: id,
      expiry_date: clock.dayAgo(-daysLeft[index % daysLeft.length]!),
      creation_date: clock.dayAgo(random.between(700, 5_000)),
      registrar: random.pick(registrars),
    }
    await run('update-domain-profile', written, worker)
  }
  return named.length
}
