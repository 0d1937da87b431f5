import { beforeEach, describe, expect, it } from 'vitest'
import { addresses } from '../../catalogue.ts'
import { callers } from '../../testing/callers.ts'
import { setUpService } from '../../testing/people.ts'
import { seedFleet } from '../../testing/seed-fleet.ts'

const fixture = setUpService()
const { rest } = callers(fixture)
beforeEach(() => seedFleet(fixture.service.db))

describe('an answer', () => {
  it('has a message, for every list and record that needs no input', async () => {
    const paths = addresses.flatMap((address) =>
      address.kind === 'route' && address.methods.includes('GET') && !address.path.includes('{') ? [address.path] : [],
    )
    expect(paths.length).toBeGreaterThan(50)
    const silent: string[] = []
    for (const path of paths) {
      const { status, body, headers } = await rest(`GET ${path}`)
      if (status !== 200 || !String(headers['content-type']).startsWith('application/json')) continue
      if (typeof body.message !== 'string' || body.message === '') silent.push(path)
    }
    expect(silent).toEqual([])
  })

  it('has a message, for changes and for elements of batches', async () => {
    const checked = await rest('PUT /sites/1/edit', { name: 'One' })
    expect([checked.body.success, checked.body.message]).toEqual([1, expect.stringMatching(/\.$/)])
    const { body } = await rest('POST /batch', {
      sites: { security: [1, 99] },
      tags: { create: [{ name: 'A' }, { name: 'A' }] },
    })
    for (const element of [...body.sites.security, ...body.tags.create])
      expect(element.message).toEqual(expect.stringMatching(/\.$/))
    expect(body.sites.security[1].message).toBe(body.sites.security[1].error.message)
  })
})

describe('an error names the parameter that was sent', () => {
  it.each([
    ['POST /updates/1/update/plugins', { slug: 7.5 }, 'slug[0]', 'entry 1 of slug'],
    ['POST /updates/1/update/themes', { slug: {} }, 'slug', 'slug'],
    ['PUT /updates/1/update/translations', { slug: [''] }, 'slug[0]', 'entry 1 of slug'],
    ['PATCH /updates/1/ignore/plugins', { slug: ['a/a.php', 'x'.repeat(400)] }, 'slug[1]', 'entry 2 of slug'],
    ['POST /updates/update', { include: {} }, 'include', 'include'],
    ['POST /sites/check', { include: [{}] }, 'include[0]', 'entry 1 of include'],
  ])('%s %j', async (address, payload, field, name) => {
    const { status, body } = await rest(address, payload)
    expect([status, Object.keys(body.data.params)]).toEqual([400, [field]])
    expect(body.message).toContain(`Invalid input: ${name} `)
  })

  it('and the list of known fields has the names of the route', async () => {
    const { body } = await rest('POST /updates/1/update/plugins', { sluggs: 'a/a.php' })
    expect(body.data.params.sluggs).toMatch(/known fields: .*\bslug\b/)
    expect(body.data.params.sluggs).not.toMatch(/\bslugs\b/)
  })
})

it('a field of the path may be in the body with the same value', async () => {
  const edit = (payload: object) => rest('PUT /settings/emails/uptime/edit', payload)
  const { status, body } = await edit({ mail_type: 'uptime', subject: 'Down' })
  expect([status, body.data.subject]).toEqual([200, 'Down'])
  expect((await edit({ mail_type: 'daily_digest', subject: 'Other' })).body.data.params).toEqual({
    mail_type: 'is given twice',
  })
  expect((await rest('PUT /sites/1/edit', { id_or_domain: 1, name: 'One' })).status).toBe(200)
})
