import { expect, it } from 'vitest'
import { setUpUpdateRun } from '../testing/set-up-update-run.ts'

const fixture = setUpUpdateRun({ sites: 3, works: true })
const { ability, rest } = fixture

it('installs the updates of a WordPress network once, and shows the network on its sites', async () => {
  const [main, sub] = fixture.sites
  main!.joinNetwork(main!, 1)
  sub!.joinNetwork(main!, 2)
  for (const id of [1, 2, 3]) await rest(`POST /sites/${id}/sync`, { full: true })
  const network = async (id: number) =>
    (await ability('get-site', { site_id_or_domain: id, include_network: true })).body
  expect(await network(1)).toMatchObject({
    facts: { network: { blog_id: 1 } },
    network_sites: [{ id: 2, blog_id: 2 }],
  })
  expect(await network(3)).toMatchObject({ facts: { network: null }, network_sites: [] })
  const run = async (id: number) =>
    (await ability('run-updates', { types: ['plugins'], site_ids_or_domains: [id] })).body
  expect((await run(1)).summary).toMatchObject({ total_updated: 2 })
  const body = await run(2)
  expect(body.errors).toMatchObject([
    { slug: 'forms/forms.php', result: 'not_needed', message: expect.stringContaining('WordPress network') },
    { slug: 'shop/shop.php', result: 'not_needed' },
  ])
  expect(fixture.sites.flatMap((site) => fixture.sentCalls(site))).toEqual([
    'upgradeplugintheme forms/forms.php,shop/shop.php',
  ])
})
