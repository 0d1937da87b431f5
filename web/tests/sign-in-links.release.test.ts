import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { startProvider, type TestProvider } from '../../service/testing/identity-provider.ts'
import { linkTokenIn, type Mailbox, openMailbox } from '../../service/testing/mailbox.ts'
import { type People, seedPeople } from '../../service/testing/people.ts'
import { chromiumPath, chromiumRequirement, describeIf } from '../../service/testing/requirements.ts'
import { startTestService, type TestService } from '../../service/testing/test-service.ts'
import { seriousFindings } from '../testing/accessibility.ts'
import { type ReusedWindow, reuseWindow, type Window } from '../testing/browser.ts'
import { builtPage } from '../testing/built-page.ts'
import { startPrefixingProxy } from '../testing/prefixing-proxy.ts'
import { setUpDashboard, signIn } from '../testing/set-up-dashboard.ts'

const newPassword = 'a much better pass phrase'

describeIf(chromiumRequirement)('with PUBLIC_URL and a mail server', () => {
  let service: TestService
  let people: People
  let mailbox: Mailbox
  let provider: TestProvider
  let proxy: Awaited<ReturnType<typeof startPrefixingProxy>>
  let reusedWindow: ReusedWindow
  beforeAll(async () => {
    if (!chromiumPath) return
    await builtPage()
    mailbox = await openMailbox()
    proxy = await startPrefixingProxy('/fleet')
    provider = await startProvider(proxy.address)
    service = await startTestService({
      works: true,
      pace: { batches: 0 },
      mail: { smtpUrl: mailbox.url, from: 'Flotilla <flotilla@example.org>' },
      publicUrl: proxy.address,
    })
    await service.app.server.listen({ host: '127.0.0.1', port: 0 })
    proxy.forwardTo((service.app.server.server.address() as AddressInfo).port)
    reusedWindow = reuseWindow(proxy.address)
  })
  beforeEach(async () => {
    await service.reset()
    // The provider has the time of the machine.
    service.clock.shift(Date.now() - service.clock.now().getTime())
    people = await seedPeople(service)
    await service.db.updateTable('users').set({ email: 'vera@example.org' }).where('login', '=', 'vera').execute()
    mailbox.received.splice(0)
  })
  afterAll(async () => {
    await reusedWindow?.end()
    await service?.close()
    await proxy?.close()
    await provider?.close()
    await mailbox?.close()
  })

  /** Runs `use` in a window without cookies. */
  async function inWindow(path: string, use: (window: Window) => Promise<void>, expectedErrors = /401/) {
    const window = await reusedWindow.open([], {})
    try {
      await window.page.goto(proxy.address + path)
      await use(window)
      expect(window.pageErrors.filter((error) => !expectedErrors.test(error))).toEqual([])
    } finally {
      await window.close()
    }
  }
  const nextMail = async () => {
    await expect.poll(() => mailbox.received.length, { timeout: 60_000 }).toBe(1)
    return mailbox.received[0]!
  }
  const enteredDashboard = ({ page }: Window) =>
    page.getByRole('navigation', { name: 'Pages' }).waitFor({ timeout: 60_000 })

  it('a colleague accepts an invitation', async () => {
    await inWindow('/access', async (window) => {
      const { page } = window
      await signIn(window, people.administrator)
      await page.getByRole('link', { name: 'Invite a colleague' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('E-mail address').fill('grace@example.org')
      await dialog.getByLabel('Name').fill('Grace')
      expect(await seriousFindings(page)).toEqual([])
      await dialog.getByRole('button', { name: 'Send invitation' }).click()
      await page.getByRole('listitem').filter({ hasText: 'grace@example.org' }).getByText('Open').waitFor()
    })
    const token = linkTokenIn(await nextMail())
    await inWindow(`/invitation#${token}`, async (window) => {
      const { page } = window
      await page.getByText('ada invites grace@example.org to Flotilla as manager.').waitFor()
      expect(page.url()).not.toContain(token)
      expect(await seriousFindings(page)).toEqual([])
      await page.getByLabel('User name').fill('grace')
      await page.getByLabel('New password', { exact: true }).fill(newPassword)
      await page.getByLabel('New password again').fill(newPassword)
      await page.getByRole('button', { name: 'Create my account' }).click()
      await enteredDashboard(window)
    })
    const showsRefusal = async ({ page }: Window) =>
      page.getByRole('alert').filter({ hasText: 'was used, replaced or withdrawn' }).waitFor()
    await inWindow(`/invitation#${token}`, showsRefusal, /404/)
  })

  it('an administrator invites a freelancer with a custom role, for one client only', async () => {
    await service.app.run('add-role', { name: 'Freelancer', permissions: ['sites.read'] })
    const { id: role_id } = await service.db.selectFrom('roles').select('id').executeTakeFirstOrThrow()
    await service.app.run('add-client', { name: 'Harbour' })
    await inWindow('/access', async (window) => {
      const { page } = window
      await signIn(window, people.administrator)
      await page.getByRole('link', { name: 'Invite a colleague' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('E-mail address').fill('grace@example.org')
      await dialog.getByLabel('Role').selectOption('Freelancer')
      await dialog.getByLabel('Sites', { exact: true }).selectOption('some')
      await dialog.getByRole('combobox', { name: 'Sites of these clients' }).fill('Harb')
      await dialog.getByRole('option', { name: 'Harbour' }).click()
      expect(await seriousFindings(page)).toEqual([])
      await dialog.getByRole('button', { name: 'Send invitation' }).click()
      const row = page.getByRole('listitem').filter({ hasText: 'grace@example.org' })
      await row.getByText('Limited', { exact: true }).waitFor()
      await row.getByText('Freelancer, invited by ada').waitFor()
    })
    const token = linkTokenIn(await nextMail())
    await inWindow(
      `/invitation#${token}`,
      async (window) => {
        const { page } = window
        await page.getByText('ada invites grace@example.org to Flotilla as Freelancer.').waitFor()
        await page.getByLabel('User name').fill('grace')
        await page.getByLabel('New password', { exact: true }).fill(newPassword)
        await page.getByLabel('New password again').fill(newPassword)
        await page.getByRole('button', { name: 'Create my account' }).click()
        await enteredDashboard(window)
        // The role does not include the overview, whose data is read ahead.
        await page.getByRole('heading', { name: 'Sites', level: 1 }).waitFor()
        expect(await seriousFindings(page)).toEqual([])
      },
      /403/,
    )
    const columns = ['role_id', 'site_ids', 'tag_ids', 'client_ids'] as const
    const user = await service.db.selectFrom('users').select(columns).where('login', '=', 'grace').executeTakeFirst()
    expect(user).toEqual({ role_id, site_ids: null, tag_ids: null, client_ids: [1] })
  })

  it('an administrator withdraws an invitation', async () => {
    await inWindow('/access', async (window) => {
      const { page } = window
      await signIn(window, people.administrator)
      await enteredDashboard(window)
      await service.request({
        method: 'POST',
        url: '/api/v2/access/invitations/add',
        headers: people.administrator.headers,
        payload: { email: 'grace@example.org' },
      })
      await page.reload()
      await page.getByRole('button', { name: 'More for grace@example.org' }).click()
      await page.getByRole('menuitem', { name: 'Withdraw' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click()
      await page.getByText('Invitation to grace@example.org withdrawn').waitFor()
      expect(await service.db.selectFrom('invitations').select('id').execute()).toEqual([])
    })
  })

  it('a person resets a forgotten password', async () => {
    await inWindow('/', async ({ page }) => {
      await page.getByRole('link', { name: 'Forgot password?' }).click()
      await page.getByLabel('User name or e-mail address').fill('vera@example.org')
      expect(await seriousFindings(page)).toEqual([])
      await page.getByRole('button', { name: 'Send the link' }).click()
      await page.getByText('Check your e-mail').waitFor()
    })
    const token = linkTokenIn(await nextMail())
    await inWindow(`/reset-password#${token}`, async (window) => {
      const { page } = window
      await page.getByLabel('New password', { exact: true }).fill(newPassword)
      await page.getByLabel('New password again').fill(newPassword)
      expect(page.url()).not.toContain(token)
      expect(await seriousFindings(page)).toEqual([])
      await page.getByRole('button', { name: 'Set password' }).click()
      await enteredDashboard(window)
    })
    await inWindow('/', async (window) => {
      await signIn(window, { login: 'vera', password: newPassword })
      await enteredDashboard(window)
    })
  })

  it('an administrator sets up single sign-on with a limited group, and a person signs in and out with it', async () => {
    await service.app.run('add-client', { name: 'Harbour' })
    await inWindow('/settings/single-sign-on', async (window) => {
      const { page } = window
      await signIn(window, people.administrator)
      await page.getByLabel('Allow sign-in with this provider').check()
      await page.getByLabel('Name', { exact: true }).fill('Harbour ID')
      await page.getByLabel('Issuer').fill(provider.issuer)
      await page.getByLabel('Client ID').fill('flotilla')
      await page.getByLabel('Client secret').fill('the client secret')
      await page.getByLabel('Scopes').fill('openid profile email groups')
      await page.getByRole('button', { name: 'Add a group' }).click()
      await page.getByLabel('Group 1', { exact: true }).fill('agency')
      await page.getByLabel('Role of group 1', { exact: true }).selectOption('manager')
      await page.getByRole('button', { name: 'All sites for group 1' }).click()
      const dialog = page.getByRole('dialog', { name: 'Limits of the group agency' })
      await dialog.getByLabel('Sites', { exact: true }).selectOption('some')
      await dialog.getByRole('combobox', { name: 'Sites of these clients' }).fill('Harb')
      await dialog.getByRole('option', { name: 'Harbour' }).click()
      expect(await seriousFindings(page)).toEqual([])
      await dialog.getByRole('button', { name: 'Done' }).click()
      await page.getByRole('button', { name: '1 limit of group 1' }).waitFor()
      await page.getByText(`${proxy.address}/sign-in/callback`).waitFor()
      expect(await seriousFindings(page)).toEqual([])
      await page.getByRole('button', { name: 'Save' }).click()
      await page.getByText('Saved').waitFor()
    })
    provider.account = { sub: 'grace-1', groups: ['agency'], name: 'Grace', preferred_username: 'grace' }
    await inWindow(
      '/jobs',
      async (window) => {
        const { page } = window
        await page.getByRole('button', { name: 'Sign in with Harbour ID' }).click()
        await page.waitForURL(`${proxy.address}/jobs`, { timeout: 60_000 })
        await enteredDashboard(window)
        const grace = service.db.selectFrom('users').select(['role', 'client_ids']).where('login', '=', 'grace')
        expect(await grace.executeTakeFirst()).toEqual({ role: 'manager', client_ids: [1] })
        await page.getByRole('button', { name: /^Account of/ }).click()
        await page.getByRole('menuitem', { name: 'Sign out' }).click()
        // The provider asks whether to end its session, too. Its page loads a font of another host.
        await page.waitForURL((url) => url.origin === provider.issuer, { timeout: 60_000 })
      },
      /401|ERR_NAME_NOT_RESOLVED|ERR_INTERNET_DISCONNECTED/,
    )
    provider.account = { sub: 'eve-1', groups: [] }
    const isRefused = async ({ page }: Window) => {
      await page.getByRole('button', { name: 'Sign in with Harbour ID' }).click()
      await page.getByRole('alert').filter({ hasText: 'no group with access' }).waitFor({ timeout: 60_000 })
      expect(new URL(page.url()).search).toBe('')
    }
    await inWindow('/', isRefused, /403/)
  })
})

describeIf(chromiumRequirement)('without them', () => {
  const fixture = setUpDashboard({ sites: 1 })

  it('the pages say why there are no links by e-mail', async () => {
    const { page } = await fixture.openSignedOut('/forgot-password')
    await page.getByText('Password resets by e-mail are off').waitFor()
    await page.getByText('only when PUBLIC_URL is set').waitFor()
    const administrator = await fixture.open(fixture.people.administrator, '/access?invite=1')
    await administrator.page.getByRole('dialog').getByText('Invitations by e-mail are off').waitFor()
    await administrator.page.goto('/settings/single-sign-on')
    await administrator.page.getByText('Without it single sign-on is off').waitFor()
  })
})
