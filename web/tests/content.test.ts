import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { chromiumRequirement, describeIf } from '../../service/testing/requirements.ts'
import type { Site } from '../../simulator/index.ts'
import { seriousFindings } from '../testing/accessibility.ts'
import { itForRelease } from '../testing/it-for-release.ts'
import { setUpDashboard } from '../testing/set-up-dashboard.ts'

const fixture = setUpDashboard({ sites: 3 })

/** A published post with this title, the only one on the site. */
function publish(site: Site, title: string) {
  const created = Math.floor(Date.now() / 1000) - 86_400
  const times = { created: created, modified: created, published: created }
  const fields = { title, content: `<p>${title}</p>`, categories: ['News'], tags: [] }
  site.posts = [{ id: 900, type: 'post', status: 'publish', authorId: 1, ...times, ...fields }]
}

describeIf(chromiumRequirement)('content of sites', () => {
  it('lists posts of all sites as text, with few calls', async () => {
    const site = fixture.fleet.sites[0]!
    const title = '<img src=x onerror=alert(1)>'
    publish(site, title)
    const { page, calls, pageErrors, settled } = await fixture.open(fixture.people.administrator, '/posts')
    await page.getByRole('link', { name: title }).waitFor()
    await settled()
    expect(calls.length).toBeLessThanOrEqual(2 + 6)
    expect(pageErrors).toEqual([])
    expect(await seriousFindings(page)).toEqual([])
  })

  itForRelease('exports the posts that the sites answered, without formulas', async () => {
    publish(fixture.fleet.sites[0]!, '=HYPERLINK("https://evil.example")')
    const { page } = await fixture.open(fixture.people.administrator, '/posts')
    const exportAs = async (entry: string) => {
      await page.getByRole('button', { name: /^Export/ }).click()
      const saved = page.waitForEvent('download')
      await page.getByRole('menuitem', { name: entry }).click()
      return readFile(await (await saved).path(), 'utf8')
    }
    expect(await exportAs('CSV')).toContain('"\'=HYPERLINK(""https://evil.example"")"')
    const lines = (await exportAs('JSON lines')).trim().split('\n')
    expect(lines.map((row) => JSON.parse(row).title)).toContain('=HYPERLINK("https://evil.example")')
  })

  itForRelease('keeps what is typed when the post cannot be read again', async () => {
    const site = fixture.fleet.sites[0]!
    publish(site, 'Opening hours')
    const path = `/posts/${fixture.sites[0]!.id}/900`
    const { page, settled } = await fixture.open(fixture.people.administrator, path)
    await page.getByLabel('Title', { exact: true }).fill('Opening hours in May')
    const read = new RegExp(`/api/v2${path}$`)
    const answer = { code: 'svc_site_unreachable', message: 'The site did not answer.', data: { status: 502 } }
    await page.route(read, (route) => route.fulfill({ status: 502, json: answer }))
    try {
      const refused = page.waitForResponse(read)
      await page.keyboard.press('Control+k')
      await page.getByRole('combobox', { name: 'Find a site' }).fill('Sync all sites')
      await page.getByRole('option', { name: 'Sync all sites' }).waitFor()
      await page.keyboard.press('Enter')
      await refused
      await settled()
      expect(await page.getByLabel('Title', { exact: true }).inputValue()).toBe('Opening hours in May')
    } finally {
      await page.unroute(read)
    }
    await page.getByRole('button', { name: 'Save on the site' }).click()
    await expect.poll(() => site.posts[0]!.title).toBe('Opening hours in May')
    expect(site.posts[0]!.content).toContain('Opening hours')
  })

  it('moves a post to the trash after showing the plan', async () => {
    const site = fixture.fleet.sites[0]!
    publish(site, 'Opening hours in May')
    const { page, pageErrors } = await fixture.open(fixture.people.administrator, '/posts?search=Opening')
    await page.getByLabel('Select Opening hours in May').check()
    await page.getByRole('button', { name: 'Move to the trash' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Opening hours in May').last().waitFor()
    expect(site.posts[0]!.status).toBe('publish')
    await dialog.getByRole('button', { name: 'Move to the trash' }).click()
    await dialog.getByText('1 of 1 done').waitFor()
    expect(site.posts[0]!.status).toBe('trash')
    await dialog.getByRole('button', { name: 'Close' }).last().click()
    await page.getByText('No posts match').waitFor()
    expect(pageErrors).toEqual([])
  })

  it('creates a post on several sites and shows each outcome', async () => {
    const { page, pageErrors } = await fixture.open(fixture.people.manager, '/posts/new')
    for (const { title } of fixture.fleet.sites.slice(0, 2)) {
      await page.getByRole('combobox', { name: 'Site' }).fill(title)
      await page.getByRole('option', { name: title }).click()
      await page.getByRole('list', { name: 'Selected sites' }).getByText(title).waitFor()
    }
    await page.getByLabel('Title', { exact: true }).fill('We are closed on Monday')
    expect(await seriousFindings(page)).toEqual([])
    await page.getByRole('button', { name: 'Save on 2 sites' }).click()
    await page.getByText('Saved on 2 of 2 sites.').waitFor()
    for (const site of fixture.fleet.sites.slice(0, 2)) {
      expect(site.posts.find(({ title }) => title === 'We are closed on Monday')?.status).toBe('draft')
    }
    expect(pageErrors).toEqual([])
  })

  itForRelease('names a site that does not answer, with the reason, and lists the others', async () => {
    const [first, second] = fixture.fleet.sites
    publish(first!, 'Our team grows')
    second!.setFault('refuse')
    const { page } = await fixture.open(fixture.people.viewer, '/posts')
    await page.getByText('1 site could not be read').waitFor()
    await page.getByRole('link', { name: 'Our team grows' }).waitFor()
    expect(await page.getByRole('button', { name: 'Move to the trash' }).count()).toBe(0)
    await second!.clearFaults()
  })

  it('moderates comments one by one and in bulk', async () => {
    const site = fixture.fleet.sites[0]!
    publish(site, 'Harvest report')
    const visitor = { author: 'Okan', email: 'okan@example.org', url: '', ip: '203.0.113.7' }
    const pending = { ...visitor, postId: 900, written: site.posts[0]!.created, status: 'unapproved' as const }
    site.comments = ['A very particular question', 'Buy cheap watches', 'Buy more watches'].map((content, at) => ({
      ...pending,
      id: at + 1,
      content,
    }))
    const { page, pageErrors } = await fixture.open(fixture.people.manager, `/comments?site_id=${fixture.sites[0]!.id}`)
    const row = page.getByRole('row').filter({ hasText: 'A very particular question' })
    await row.getByRole('button', { name: /^Approve: / }).click()
    await row.waitFor({ state: 'detached' })
    expect(site.comments[0]!.status).toBe('approved')
    expect(await seriousFindings(page)).toEqual([])
    await page.getByLabel('Select all on this page').check()
    await page.getByRole('button', { name: 'Spam', exact: true }).click()
    await page.getByText('No comments match').waitFor()
    expect(site.comments.map(({ status }) => status)).toEqual(['approved', 'spam', 'spam'])
    expect(pageErrors).toEqual([])
  })

  it('adds a site user after showing the plan', async () => {
    const site = fixture.fleet.sites[0]!
    const { page, pageErrors } = await fixture.open(fixture.people.administrator, '/site-users')
    await page.getByRole('button', { name: 'Add a user' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('User name').fill('grace')
    await dialog.getByLabel('E-mail address').fill('grace@example.org')
    await dialog.getByRole('combobox', { name: 'Sites', exact: true }).fill(site.title)
    await dialog.getByRole('option', { name: site.title }).click()
    await dialog.getByRole('button', { name: 'Show the plan' }).click()
    await dialog.getByText(site.title).waitFor()
    await dialog.getByRole('button', { name: 'Add user' }).click()
    await page.getByText('grace added.').waitFor()
    expect(site.user('grace')).toBeDefined()
    await page.getByRole('row').filter({ hasText: 'grace@example.org' }).waitFor()
    expect(await seriousFindings(page)).toEqual([])
    expect(pageErrors).toEqual([])
  })

  it.each(['/posts', '/posts/new', '/comments', '/site-users'])('%s fits a phone', async (path) => {
    const { page, pageErrors, settled } = await fixture.open(fixture.people.administrator, path, {
      viewport: { width: 390, height: 844 },
    })
    await settled()
    expect(await page.evaluate('document.documentElement.scrollWidth - window.innerWidth')).toBeLessThanOrEqual(0)
    expect(await seriousFindings(page)).toEqual([])
    expect(pageErrors).toEqual([])
  })
})
