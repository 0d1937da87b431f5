import { beforeEach, describe, expect, it } from 'vitest'
import { updatesScene } from './testing/updates-scene.ts'

const scene = updatesScene()
const slug = 'forms/forms.php'

beforeEach(async () => {
  await scene.service.db.pool.query(
    `insert into site_software (site_id, kind, slug, name, version, active)
     select id, 'plugin', $1, 'Forms', '1.9', true from sites`,
    [slug],
  )
})

/** Every way to learn that site 2 waits for Forms, each as a number of updates or sites. */
const ways: Record<string, () => Promise<number>> = {
  'list-updates': async () => (await scene.ability('list-updates', { site_ids_or_domains: [2] })).body.total,
  'list-updates with a search': async () =>
    (await scene.ability('list-updates', { site_ids_or_domains: [2], search: 'form' })).body.updates.length,
  'get-site-updates': async () => (await scene.ability('get-site-updates', { site_id: 2 })).body.updates.length,
  'GET /updates': async () => Object.keys((await scene.rest('GET /updates?include=2')).body.data).length,
  'GET /updates/{site}': async () => Object.keys((await scene.rest('GET /updates/2')).body.data.plugins).length,
  'GET /updates/items': async () =>
    (await scene.rest('GET /updates/items?search=forms')).body.data
      .filter((item: { new_version: string }) => item.new_version === '2.0')
      .map(({ sites }: { sites: number }) => sites - 1)[0],
  'the sites of an item': async () =>
    (await scene.rest('GET /updates/items/plugin/forms%2Fforms.php/sites?version=2.0')).body.total - 1,
  'the number beside the site': async () =>
    (await scene.ability('get-site', { site_id_or_domain: 2, include_stats: true })).body.stats.plugin_updates,
  'sites with updates': async () =>
    (await scene.rest('GET /sites?status=available_update')).body.data.filter(({ id }: { id: number }) => id === 2)
      .length,
  'the plugins of the site': async () =>
    (await scene.ability('get-site-plugins', { site_id_or_domain: 2, has_update: true })).body.total,
  'the inventory': async () =>
    (await scene.rest(`GET /inventory/sites?slug=${slug}`)).body.data.filter(
      (row: { site_id: number; update_version: string | null }) => row.site_id === 2 && row.update_version !== null,
    ).length,
  'a dry run of update-all': async () =>
    (await scene.ability('update-all', { site_ids_or_domains: [2], dry_run: true })).body.count,
  'a dry run of run-updates': async () =>
    (await scene.ability('run-updates', { site_ids_or_domains: [2], specific_items: [slug], dry_run: true })).body
      .count,
}

describe.each(Object.entries(ways))('%s', (_, count) => {
  it('knows of the update, no more when it is ignored, and again afterwards', async () => {
    expect(await count()).toBe(1)
    await scene.rest('POST /updates/2/ignore/plugins', { slug, version: '2.0' })
    expect(await count()).toBe(0)
    await scene.rest('POST /updates/2/unignore/plugins')
    expect(await count()).toBe(1)
  })
})

it.each(Object.entries(ways))('%s does not know what is ignored on every site', async (way, count) => {
  await scene.rest('POST /updates/ignore/plugins', { slug })
  // Of an item that nobody waits for there is nothing to count.
  const nothing = way === 'GET /updates/items' ? undefined : way === 'the sites of an item' ? -1 : 0
  expect(await count()).toBe(nothing)
})
