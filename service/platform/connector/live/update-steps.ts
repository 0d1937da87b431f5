import type { ItemOutcome } from '../outcomes.ts'
import type { SoftwareUpdate } from '../snapshot/updates.ts'
import type { UpdateKind } from './options.ts'
import { expect, type Live, Skipped, type Step } from './suite.ts'

/** Really runs the available updates. A failure on the site must be a failure in the outcome, too. */
export const updateSteps: Step[] = [
  {
    name: 'find updates of commercial plugins',
    changes: true,
    async run({ connector, site }) {
      const offered = async () =>
        (await connector.readSite(site, { parts: ['pluginUpdates'] })).pluginUpdates?.map(({ slug }) => slug) ?? []
      const before = await offered()
      await connector.findPremiumUpdates(site)
      const found = (await offered()).filter((slug) => !before.includes(slug))
      return found.length > 0 ? `found ${found.join(', ')}` : 'nothing more'
    },
  },
  {
    name: 'update the plugins on offer, with readers meanwhile',
    run: (live) =>
      updateSoftware(live, 'plugins', 'pluginUpdates', (offers) =>
        readMeanwhile(live, live.connector.updatePlugins(live.site, offers, { patience: { leftMs: 60_000 } })),
      ),
  },
  {
    name: 'update the themes on offer',
    run: (live) =>
      updateSoftware(live, 'themes', 'themeUpdates', (offers) => live.connector.updateThemes(live.site, offers)),
  },
  {
    name: 'update the translations on offer',
    async run(live) {
      demand(live, 'translations')
      const { connector, site } = live
      const offered = async () => {
        const parts = ['translationUpdates', 'pluginUpdates', 'themeUpdates', 'coreUpdate'] as const
        const { translationUpdates } = await connector.readSite(site, { parts })
        return [...new Set(translationUpdates?.map(({ slug }) => slug))]
      }
      const slugs = await offered()
      if (slugs.length === 0) throw new Skipped('the site offers none')
      const { items } = await connector.updateTranslations(site, slugs)
      const left = await offered()
      for (const { slug, outcome } of items) {
        const expected = left.includes(slug) ? 'failed' : 'done'
        expect(outcome === expected, `${slug} is called ${outcome}, but is ${expected}`)
      }
      return tally(items)
    },
  },
  {
    name: 'update WordPress',
    async run(live) {
      demand(live, 'core')
      const { connector, site } = live
      const before = await connector.readSite(site, { parts: ['coreUpdate'] })
      if (!before.coreUpdate) throw new Skipped('the site offers none')
      const { outcome, oldVersion, newVersion, message } = await connector.updateCore(site)
      const after = await connector.readSite(site, { parts: ['coreUpdate'] })
      const expected = after.wordpressVersion === before.wordpressVersion ? 'failed' : 'done'
      expect(outcome === expected, `it is called ${outcome}, but is ${expected}`)
      expect(newVersion === after.wordpressVersion, `it is called ${newVersion}, but is ${after.wordpressVersion}`)
      if (outcome !== 'done') return `failed: ${message}`
      const again = await connector.updateCore(site)
      expect(again.outcome === 'current', `once more was ${again.outcome}: ${again.message}`)
      return `${oldVersion} to ${newVersion}`
    },
  },
]

/**
 * Reads posts as others do while an update runs. WordPress closes the site for a part of that time: then every read must be
 * refused with the maintenance of this site and never pause it, so the site answers at once when the update is over.
 */
async function readMeanwhile<Updated>({ connector, site, notes }: Live, update: Promise<Updated>): Promise<Updated> {
  const seen = { read: 0, closed: 0 }
  let isOver = false
  const over = update.finally(() => {
    isOver = true
  })
  while (!isOver) {
    await connector.listPosts(site, { type: 'post', statuses: ['publish'] }).then(
      () => seen.read++,
      (error: { code?: string; message: string }) => {
        expect(error.code === 'svc_maintenance', `a reader got ${error.code}: ${error.message}`)
        expect(error.message.includes(site.label), `the message does not name the site: ${error.message}`)
        seen.closed++
      },
    )
    await Promise.race([over, new Promise((resolve) => setTimeout(resolve, 50))])
  }
  const updated = await over
  await connector.ping(site)
  notes.push(`${seen.read} reads answered, ${seen.closed} refused for maintenance`)
  return updated
}

async function updateSoftware(
  live: Live,
  kind: 'plugins' | 'themes',
  part: 'pluginUpdates' | 'themeUpdates',
  run: (offers: SoftwareUpdate[]) => Promise<{ items: ItemOutcome[] }>,
): Promise<string> {
  demand(live, kind)
  const { connector, site } = live
  const offers = (await connector.readSite(site, { parts: [part] }))[part] ?? []
  if (offers.length === 0) throw new Skipped('the site offers none')
  const { items } = await run(offers)
  const now = (await connector.readSite(site, { parts: [kind] }))[kind] ?? []
  for (const { slug, outcome, newVersion } of items) {
    const offer = offers.find((other) => other.slug === slug)
    const version = now.find((other) => other.slug === slug)?.version ?? null
    const expected = version === offer?.version ? 'failed' : 'done'
    expect(outcome === expected, `${slug} is called ${outcome}, but is at ${version} where it was at ${offer?.version}`)
    expect(newVersion === version, `${slug} is called ${newVersion}, but is at ${version}`)
  }
  return [tally(items), ...live.notes.splice(0)].join('; ')
}

function demand({ options }: Live, kind: UpdateKind): void {
  if (!options.updates.includes(kind)) throw new Skipped(`needs --updates ${kind}`)
}

function tally(items: ItemOutcome[]): string {
  const done = items.filter(({ outcome }) => outcome === 'done').map(({ slug, newVersion }) => `${slug} ${newVersion}`)
  const failed = items.filter(({ outcome }) => outcome !== 'done').map(({ message }) => message)
  return [
    `${done.length} done: ${done.join(', ')}`,
    ...(failed.length > 0 ? [`${failed.length} failed: ${failed.join(' / ')}`] : []),
  ].join('; ')
}
