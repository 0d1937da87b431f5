import { expect, it } from 'vitest'
import { chromiumRequirement, describeIf } from '../../service/testing/requirements.ts'
import { setUpDashboard } from '../testing/set-up-dashboard.ts'

const fixture = setUpDashboard({ sites: 1 })

describeIf(chromiumRequirement)('the help', () => {
  it('has ten guides, each with a picture in English and German, and finds them by words', async () => {
    const { page, pageErrors } = await fixture.open(fixture.people.administrator, '/docs')
    await page.getByRole('heading', { name: 'Connect a site' }).waitFor()
    const images = await page.locator('main img').all()
    const pictures = await Promise.all(images.map(async (image) => (await image.getAttribute('src')) ?? ''))
    expect(pictures).toHaveLength(10)
    for (const path of pictures.flatMap((picture) => [picture, picture.replace('/en/', '/de/')])) {
      const answer = await page.request.get(new URL(path, fixture.address).href)
      expect([path, answer.status(), answer.headers()['content-type']]).toEqual([path, 200, 'image/png'])
    }
    await page.getByLabel('Search the guides').fill('retainer')
    await expect.poll(() => page.locator('main h2').allTextContents()).toEqual(['Track time, retainers and costs'])
    await page.getByLabel('Search the guides').fill('no such guide')
    await page.getByText('No guides match').waitFor()
    expect(pageErrors).toEqual([])
  })

  it('is linked from the page of each guide, and opens there', async () => {
    const { page } = await fixture.open(fixture.people.administrator, '/docs')
    const links = page.getByRole('main').getByRole('link', { name: /^Open the page: / })
    await links.first().waitFor()
    const guides = await Promise.all(
      (await links.all()).map(async (link) => ({
        path: (await link.getAttribute('href')) ?? '',
        title: ((await link.getAttribute('aria-label')) ?? '').replace(/^[^:]*: /, ''),
      })),
    )
    expect(guides).toHaveLength(10)
    for (const { path, title } of guides) {
      await page.goto(new URL(path, fixture.address).href)
      await page.getByRole('link', { name: /^Learn more: / }).click()
      const guide = page.locator('main [id]', { has: page.getByRole('heading', { name: title }) }).last()
      await guide.waitFor()
      expect(new URL(page.url()).hash).toBe(`#${await guide.getAttribute('id')}`)
      const top = async () => Math.abs((await guide.boundingBox())?.y ?? 10_000)
      await expect.poll(top).toBeLessThan(900)
    }
  })
})
