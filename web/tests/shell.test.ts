import type { AddressInfo } from 'node:net'
import { expect, it } from 'vitest'
import { chromiumRequirement, describeIf } from '../../service/testing/requirements.ts'
import { version } from '../../service/version.ts'
import { seriousFindings } from '../testing/accessibility.ts'
import { openWindow } from '../testing/browser.ts'
import { dashboardScene, signIn } from '../testing/dashboard-scene.ts'
import { startPrefixingProxy } from '../testing/prefixing-proxy.ts'

const scene = dashboardScene({ sites: 2 })

describeIf(chromiumRequirement)('the dashboard’s frame', () => {
  it('asks strangers to sign in and calls nothing before', async () => {
    const { page, calls, complaints } = await scene.openStranger('/sites?status=connected')
    await page.getByRole('button', { name: 'Sign in' }).waitFor()
    expect(calls).toEqual([])
    expect(complaints).toEqual([])
    expect(await seriousFindings(page)).toEqual([])
  })

  it('says what is wrong with a wrong password, and leads on to where one wanted to go', async () => {
    const window = await scene.openStranger('/sites?status=connected')
    await signIn(window, { login: scene.people.viewer.login, password: 'not the right one' })
    await window.page.getByRole('alert').waitFor()
    await signIn(window, scene.people.viewer)
    await window.page.getByRole('heading', { name: 'Sites' }).waitFor()
    expect(window.page.url()).toContain('status=connected')
  })

  it('a one-time password opens nothing but the way to change it', async () => {
    const { administrator } = scene.people
    await scene.service.db
      .updateTable('users')
      .set({ must_change_password: true })
      .where('id', '=', administrator.id)
      .execute()
    const window = await scene.openStranger('/')
    await signIn(window, administrator)
    await window.page.getByLabel('One-time password').fill(administrator.password)
    await window.page.getByLabel('New password', { exact: true }).fill('a better pass phrase')
    await window.page.getByLabel('New password again').fill('a better pass phrase')
    await window.page.getByRole('button', { name: 'Set the password' }).click()
    await window.page.getByRole('navigation', { name: 'Pages' }).waitFor()
  })

  it('shows the version below the pages', async () => {
    const { page } = await scene.open(scene.people.administrator)
    await page.getByRole('navigation', { name: 'Pages' }).getByText(`Flotilla ${version}`, { exact: true }).waitFor()
  })

  it('asks for credentials when a stranger opens /api/docs', async () => {
    const { login, password } = scene.people.administrator
    const stranger = await openWindow(scene.address, { httpCredentials: { username: login, password } })
    try {
      // The browser sends these only when it is about to ask a person.
      const answer = await stranger.page.goto(`${scene.address}/api/docs`)
      expect(answer?.status()).toBe(200)
      await stranger.page.getByRole('heading', { level: 1 }).waitFor()
    } finally {
      await stranger.close()
    }
  })

  it('signs out, and nothing of the account stays', async () => {
    const { page } = await scene.open(scene.people.administrator)
    await page.getByRole('button', { name: /^Account of/ }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await page.getByRole('button', { name: 'Sign in' }).waitFor()
    await page.reload()
    await page.getByRole('button', { name: 'Sign in' }).waitFor()
  })

  it('Ctrl-K finds a site and goes there', async () => {
    const { page } = await scene.open(scene.people.administrator)
    const { title } = scene.fleet.sites[1]!
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Find a site, client or page' }).fill(title)
    await page.getByRole('option', { name: title }).waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL(`**/sites/${scene.sites[1]!.id}`)
  })

  it('stays dark once it was made dark', async () => {
    const { page } = await scene.open(scene.people.administrator, '/', { colorScheme: 'light' })
    const ground = () => page.evaluate('getComputedStyle(document.documentElement).backgroundColor')
    const light = await ground()
    await page.getByRole('button', { name: 'Light or dark' }).click()
    await page.getByRole('menuitem', { name: 'Dark' }).click()
    expect(await ground()).not.toBe(light)
    await page.reload()
    await page.locator('#main').waitFor()
    expect(await ground()).not.toBe(light)
  })

  it('the navigation is a drawer on a phone, by keyboard too', async () => {
    const { page } = await scene.open(scene.people.administrator, '/', { viewport: { width: 390, height: 844 } })
    await page.getByRole('button', { name: 'Open the navigation' }).press('Enter')
    await page.getByRole('dialog', { name: 'Navigation' }).getByRole('link', { name: 'Jobs' }).press('Enter')
    await page.getByRole('heading', { name: 'Jobs', level: 1 }).waitFor()
    expect(await page.getByRole('dialog').count()).toBe(0)
  })

  it('says so while the service is away, and goes on by itself when it is back', async () => {
    const { page } = await scene.open(scene.people.administrator, '/sites')
    await page.getByRole('link', { name: scene.fleet.sites[0]!.title }).waitFor()
    const away = () => page.route('**/*', (route) => route.abort('connectionrefused'))
    const back = () => page.unroute('**/*')
    await away()
    await page.getByLabel('Search name or address').fill(scene.fleet.sites[1]!.title)
    await page.getByRole('heading', { name: 'The service does not answer' }).waitFor()
    await back()
    await page.getByRole('link', { name: scene.fleet.sites[1]!.title }).waitFor()
    // A page whose script nobody has asked for yet.
    await away()
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Certificates' }).click()
    await page.getByRole('heading', { name: 'The service does not answer' }).waitFor()
    await back()
    await page.getByRole('heading', { name: 'Certificates' }).waitFor()
  })

  it('lives under a path of another web server: pages and calls stay below it', async () => {
    const proxy = await startPrefixingProxy('/fleet')
    const another = await scene.service.openAnother({ works: false, publicUrl: proxy.address })
    await another.server.listen({ host: '127.0.0.1', port: 0 })
    proxy.passTo((another.server.server.address() as AddressInfo).port)
    const window = await openWindow(proxy.address)
    try {
      const { page, complaints } = window
      await page.goto(`${proxy.address}/sites`)
      await signIn(window, scene.people.administrator)
      await page.getByRole('link', { name: scene.fleet.sites[0]!.title }).click()
      await page.waitForURL(`${proxy.address}/sites/${scene.sites[0]!.id}`)
      await page.getByRole('button', { name: 'Sync', exact: true }).click()
      await page.getByText('is synced').waitFor()
      await page.goto(`${proxy.address}/sites/${scene.sites[0]!.id}/plugins`)
      await page.getByRole('table').waitFor()
      await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Overview' }).click()
      await page.waitForURL(`${proxy.address}/`)
      await page.getByRole('link', { name: 'Connected: 2' }).waitFor()
      expect(complaints).toEqual([])
      expect(proxy.strays).toEqual([])
    } finally {
      await window.close()
      await scene.service.closeOthers()
      await proxy.close()
    }
  })
})
