import { beforeEach, describe, expect, it } from 'vitest'
import { systemActor } from '../../../operation/actor.ts'
import { RowsAnswer } from '../../../operation/json-rows.ts'
import { callers } from '../../../testing/callers.ts'
import { setUpService } from '../../../testing/people.ts'
import { seedPendingUpdates } from '../../../testing/seed-pending-updates.ts'
import { seedSites } from '../../../testing/seed-sites.ts'

const fixture = setUpService()
const { ability, rest } = callers(fixture)

interface SiteRecord {
  id: number
  tags: unknown[]
  updates: { slug: string }[]
  ignored: unknown[]
}

/** The rows and the other fields of the answer. */
async function list(input: object, call = {}) {
  const { output } = await fixture.service.app.run('list-site-records', input, call)
  if (!(output instanceof RowsAnswer)) throw new Error('The answer has no rows.')
  const items: SiteRecord[] = []
  for await (const part of output.rows.parts()) items.push(...JSON.parse(`[${part}]`))
  return { ...output.others, items }
}

describe('list-site-records', () => {
  beforeEach(async () => {
    await seedSites(fixture.service.db, 450)
  })

  it('returns every site once without a page, also across parts', async () => {
    const { items, ...others } = await list({ orderby: 'id' })
    expect(others).toEqual({ total: 450 })
    expect(items.map(({ id }) => id)).toEqual(Array.from({ length: 450 }, (_, index) => index + 1))
  })

  it('returns one page with the total of all', async () => {
    const { items, ...others } = await list({ orderby: 'id', page: 2, per_page: 3 })
    expect(others).toEqual({ total: 450, page: 2, per_page: 3 })
    expect(items.map(({ id }) => id)).toEqual([4, 5, 6])
  })

  it('returns the tags, the updates that are not ignored, and the rules of the site', async () => {
    await ability('add-tag', { name: 'Harbour' })
    await ability('update-site', { site_id_or_domain: 2, tags: [1] })
    await seedPendingUpdates(fixture.service.db, 2, { themes: 2 })
    expect((await rest('POST /updates/2/ignore/themes', { slug: 'theme-1' })).status).toBe(200)
    const { items } = await list({ include: [2] })
    expect(items).toMatchObject([
      {
        tags: [{ id: 1, name: 'Harbour' }],
        updates: [{ type: 'theme', slug: 'theme-2', new_version: '1.1' }],
        ignored: [{ type: 'theme', slug: 'theme-1', version: null }],
      },
    ])
  })

  it('returns only the sites that the caller may see', async () => {
    const actor = { ...systemActor(), limits: { sites: [7, 9], tags: [] } }
    const { items, ...others } = await list({ orderby: 'id' }, { actor })
    expect(others).toEqual({ total: 2 })
    expect(items.map(({ id }) => id)).toEqual([7, 9])
  })
})
