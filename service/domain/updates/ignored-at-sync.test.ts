import { beforeEach, describe, expect, it } from 'vitest'
import { features } from '../../catalogue.ts'
import { systemActor } from '../../operation/actor.ts'
import { createIngest } from '../../operation/ingest.ts'
import type { SiteSnapshot } from '../../platform/connector/snapshot/snapshot.ts'
import type { SoftwareUpdate } from '../../platform/connector/snapshot/updates.ts'
import { changeIgnoredEverywhere } from './ignore-updates.ts'
import { updatesScene } from './testing/updates-scene.ts'

const scene = updatesScene()
const ingest = (snapshot: Partial<SiteSnapshot>, siteId = 1) =>
  createIngest(features, scene.service.db, scene.service.clock)(siteId, { ...bare, ...snapshot })

const bare: SiteSnapshot = {
  takenAt: new Date('2026-11-15T09:00:00Z'),
  connectorVersion: '6.1',
  wordpressVersion: '6.8',
  siteUrl: '',
  managedByHost: false,
  problems: [],
}
const offer = (slug: string, newVersion: string): SoftwareUpdate => ({
  slug,
  name: slug,
  version: '1.0',
  newVersion,
  active: true,
  premium: false,
  hasPackage: true,
  requiresWordPress: null,
  requiresPhp: null,
  testedWith: null,
  fitsWordPress: null,
  fitsPhp: null,
  url: '',
})
const forms = 'forms/forms.php'
const ofSite1 = async () => (await scene.waiting()).filter((text) => text.startsWith('1 plugin'))

describe('what a site offers anew', () => {
  it.each([
    ['POST /updates/1/ignore/plugins', {}],
    ['POST /updates/1/ignore/plugins', { slug: forms }],
    ['POST /updates/ignore/plugins', { slug: forms }],
    ['POST /updates/ignore/plugins', {}],
  ])('stays ignored after %s %j, whatever version it is', async (address, payload) => {
    await scene.rest(address, payload)
    await ingest({ pluginUpdates: [offer(forms, '3.0')] })
    expect(await ofSite1()).toEqual([])
    await ingest({ pluginUpdates: [] })
    await ingest({ pluginUpdates: [offer(forms, '3.1')] })
    expect(await ofSite1()).toEqual([])
  })

  it.each(['POST /updates/1/ignore/plugins', 'POST /updates/ignore/plugins'])(
    'is shown when only an older version is ignored by %s, and hidden again if that comes back',
    async (address) => {
      await scene.rest(address, { slug: forms, version: '3.0' })
      await ingest({ pluginUpdates: [offer(forms, '3.0')] })
      expect(await ofSite1()).toEqual([])
      await ingest({ pluginUpdates: [offer(forms, '3.1')] })
      expect(await ofSite1()).toEqual([`1 plugin ${forms} 3.1`])
      await ingest({ pluginUpdates: [offer(forms, '3.0')] })
      expect(await ofSite1()).toEqual([])
    },
  )

  it('is hidden on a site that is new, too', async () => {
    await scene.rest('POST /updates/ignore/wp', { version: '6.9' })
    await ingest({ coreUpdate: '6.9' }, 2)
    expect((await scene.waiting()).filter((text) => text.includes('core'))).toEqual([])
  })
})

describe('at the same time', () => {
  const ignoring = { type: 'plugin' as const, slugs: [forms], version: null }
  beforeEach(() => ingest({ pluginUpdates: [] }))

  it('a site that offers something while it becomes ignored everywhere never shows it', async () => {
    const { db, clock, app } = scene.service
    const snapshot = { ...bare, pluginUpdates: [offer(forms, '3.0')] }
    let ignored: Promise<unknown> | undefined
    const shown = db.transaction().execute(async (trx) => {
      for (const feature of features) await feature.ingests?.(trx, [{ siteId: 1, snapshot }], clock.now())
      // The rule is wanted while what was on offer is written but not visible to anybody else yet.
      ignored = changeIgnoredEverywhere({ db, clock, queue: app.queue, actor: systemActor() }, 'ignore', ignoring)
      await waitsForRules(1)
    })
    await Promise.all([shown, shown.then(() => ignored)])
    expect(await ofSite1()).toEqual([])
  })

  it('many do not stand in each other’s way', async () => {
    const { db, clock, app } = scene.service
    const context = { db, clock, queue: app.queue, actor: systemActor() }
    const turns = Array.from({ length: 12 }, (_, turn) => [
      ingest({ pluginUpdates: [offer(forms, `3.${turn}`)] }, (turn % 3) + 1),
      changeIgnoredEverywhere(context, turn % 2 ? 'ignore' : 'unignore', ignoring),
      scene.rest(`POST /updates/${(turn % 3) + 1}/${turn % 4 < 2 ? 'ignore' : 'unignore'}/plugins`),
    ])
    await Promise.all(turns.flat())
    // It throws where a list and a count do not agree.
    await scene.waiting()
    await changeIgnoredEverywhere(context, 'ignore', ignoring)
    expect((await scene.waiting()).filter((text) => text.includes(forms))).toEqual([])
  })

  /** Until somebody waits for the rules. */
  async function waitsForRules(how: number): Promise<void> {
    for (;;) {
      const { rows } = await scene.service.db.pool.query(
        `select from pg_locks where locktype = 'advisory' and not granted
         and database = (select oid from pg_database where datname = current_database())`,
      )
      if (rows.length >= how) return
      await new Promise(setImmediate)
    }
  }
})
