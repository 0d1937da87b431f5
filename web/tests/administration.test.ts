import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { backupPathsOf } from '../../service/testing/backup-paths.ts'
import { callers } from '../../service/testing/callers.ts'
import { openMailbox } from '../../service/testing/mailbox.ts'
import { chromiumRequirement, describeIf } from '../../service/testing/requirements.ts'
import { findingsInAllModes, seriousFindings } from '../testing/accessibility.ts'
import { itForRelease } from '../testing/it-for-release.ts'
import { setUpDashboard, signIn } from '../testing/set-up-dashboard.ts'

const fixture = setUpDashboard({ sites: 2 })
const { rest } = callers(fixture)

const weakness = { id: 'one', title: 'Forms up to 2.1', severity: 'high', type: 'plugin', slug: 'forms' }
const feed = { vulnerabilities: [{ ...weakness, affected_versions: [{ to: '2.1' }] }] }

describeIf(chromiumRequirement)('administration', () => {
  it('settings: shows field errors, then saves only changed values', async () => {
    const { page } = await fixture.open(fixture.people.administrator, '/settings')
    const field = page.getByLabel('Syncs per day')
    await field.fill('99')
    await page.getByText('1 change not saved yet').waitFor()
    const refused = page.waitForResponse((response) => response.request().method() === 'PUT')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    expect((await refused).status()).toBe(400)
    await page.getByRole('alert').filter({ hasText: 'whole number from 1 to 12' }).waitFor()
    await field.fill('4')
    const saved = page.waitForRequest((request) => request.method() === 'PUT')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    expect((await saved).postDataJSON()).toEqual({ frequency_daily_update: 4 })
    await page.getByText('Saved. Takes effect immediately.').waitFor()
    await page.reload()
    await expect.poll(() => page.getByLabel('Syncs per day').inputValue()).toBe('4')
    await page.getByRole('button', { name: 'Reset to 2 per day' }).click()
    expect(await page.getByLabel('Syncs per day').inputValue()).toBe('2')
  })

  itForRelease('settings: saves rounding and money format of the time tracker', async () => {
    const { page } = await fixture.open(fixture.people.administrator, '/time-tracker')
    await page.getByRole('main').getByRole('link', { name: 'Settings' }).click()
    await page.getByLabel('Round recorded time').check()
    await page.getByLabel('Position of the currency sign').selectOption('right_space')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Saved. Takes effect immediately.').waitFor()
    await page.reload()
    await expect.poll(() => page.getByLabel('Position of the currency sign').inputValue()).toBe('right_space')
  })

  itForRelease(
    'settings: has one currency for costs and time, statuses as ranges and durations with units',
    async () => {
      const { page, pageErrors } = await fixture.open(fixture.people.administrator, '/settings')
      await page.getByLabel('Currency').fill('XQQ')
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      await page.getByRole('alert').filter({ hasText: 'must be a currency of ISO 4217' }).waitFor()
      await page.getByLabel('Currency').fill('eur')
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      await page.getByText('Saved. Takes effect immediately.').waitFor()
      for (const path of ['/settings/cost-tracker', '/time-tracker/settings'])
        expect((await rest(`GET ${path}`)).body.data.currency).toBe('EUR')
      await page.getByRole('link', { name: 'Monitoring Uptime checks' }).click()
      await page.getByLabel('Accepted status codes').fill('200-299, 4x')
      await page.getByRole('alert').filter({ hasText: 'must be status codes and ranges' }).waitFor()
      await page.getByLabel('Accepted status codes').fill('200-299, 401')
      await page.getByText('These status codes count as up: 200, 201, 202, 203, 204, 205, 206, 401.').waitFor()
      await page.getByLabel('Check every', { exact: true }).fill('45')
      await page.getByLabel('Unit of Check every').selectOption('seconds')
      await page.getByLabel('Timeout', { exact: true }).fill('20')
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      // The message about the settings saved before may still be there.
      await expect
        .poll(async () => (await rest('GET /settings/monitoring')).body.data)
        .toMatchObject({
          svc_uptime_monitoring_interval_seconds: 45,
          svc_uptime_monitoring_up_status_codes: [200, 201, 202, 203, 204, 205, 206, 401],
        })
      expect(await page.getByText('without effect').count()).toBe(0)
      expect(await seriousFindings(page)).toEqual([])
      // The refused currency.
      expect(pageErrors).toEqual([expect.stringContaining('400 (Bad Request)')])
    },
  )

  it('settings: names the update policies of tags and sites that replace them', async () => {
    const { page } = await fixture.open(fixture.people.administrator, '/settings/updates')
    await page.getByText('These settings apply to all sites.').waitFor()
    const tag = (await rest('POST /tags/add', { name: 'Shops' })).body.data
    const [site] = fixture.sites
    await rest('PUT /update-policies', { scope: 'tag', tag_id: tag.id, rules: { major: 'never' } })
    await rest('PUT /update-policies', { scope: 'site', site_id_or_domain: site!.id, rules: { major: 'ask' } })
    await page.reload()
    await page.getByText('2 update policies set other rules for a part of your sites').waitFor()
    await page.getByText(`Tag Shops, Site ${site!.name}`).waitFor()
  })

  itForRelease('settings: ten that an owner looks for are two clicks away, or found by search', async () => {
    const { page } = await fixture.open(fixture.people.administrator, '/')
    const wanted = [
      ['Time zone', 'General', 'zone'],
      ['Currency', 'General', 'costs currency'],
      ['Second factor required for', 'General', '2FA'],
      ['Update plugins automatically', 'Updates', 'automatic plugins'],
      ['Delay updates by', 'Updates', 'delay'],
      ['Check every', 'Monitoring', 'uptime every'],
      ['Send health alerts', 'Monitoring', 'health'],
      ['Mail server', 'Notifications', 'smtp'],
      ['Logo', 'Reports and branding', 'logo'],
      ['Keep the audit log for', 'Advanced', 'audit'],
    ] as const
    for (const [label, name, words] of wanted) {
      const setting = page
        .locator('#main .card')
        .getByText(new RegExp(`^${label}( |$)`))
        .first()
      await page.getByRole('navigation').getByRole('link', { name: 'Settings', exact: true }).click()
      const pages = page.getByRole('navigation', { name: 'Settings pages' })
      await pages.getByRole('link', { name: new RegExp(`^${name}`) }).click()
      await setting.waitFor()
      await page.getByLabel('Search settings').fill(words)
      await page.getByText(/settings? found/).waitFor()
      await page.locator('#main').getByRole('listitem').getByRole('link').first().click()
      await page.getByText(/settings? found/).waitFor({ state: 'detached' })
      await setting.waitFor()
    }
  })

  itForRelease('settings: sets up, reads and removes sources of vulnerabilities and shows their state', async () => {
    const { page, pageErrors } = await fixture.open(fixture.people.administrator, '/settings/vulnerabilities')
    await page.getByLabel('Choose a file').setInputFiles({
      name: 'feed.json',
      mimeType: 'application/json',
      buffer: Buffer.from(JSON.stringify(feed)),
    })
    await page.getByText('1 vulnerability known, read').waitFor()
    const card = (title: string) => page.locator('.card').filter({ has: page.getByRole('heading', { name: title }) })
    const feedCard = card('Feed')
    await feedCard.getByLabel('Address').fill('https://127.0.0.1:9/all.json')
    await feedCard.getByRole('button', { name: 'Save', exact: true }).click()
    await feedCard.getByRole('button', { name: 'Read now' }).click()
    await feedCard.getByText('could not be imported').waitFor()
    await feedCard.getByRole('button', { name: 'Remove' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
    await feedCard.getByRole('button', { name: 'Read now' }).waitFor({ state: 'detached' })
    const wordfence = card('Wordfence Intelligence')
    await wordfence.getByLabel('API key').fill('short')
    await wordfence.getByRole('button', { name: 'Save', exact: true }).click()
    await wordfence.getByRole('alert').waitFor()
    await wordfence.getByLabel('API key').fill('a-key-of-this-person')
    await wordfence.getByRole('button', { name: 'Save', exact: true }).click()
    await wordfence.getByText('A key is stored.').waitFor()
    expect(await page.content()).not.toContain('a-key-of-this-person')
    expect(await seriousFindings(page)).toEqual([])
    // The short key was refused.
    expect(pageErrors.filter((text) => !text.includes('400'))).toEqual([])
  })

  it('settings: explains how to set up e-mail when a test e-mail fails', async () => {
    const { page } = await fixture.open(fixture.people.administrator, '/settings/emails')
    await page.getByRole('button', { name: 'Send a test', exact: true }).first().click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('To').fill('ada@example.org')
    await dialog.getByRole('button', { name: 'Send', exact: true }).click()
    await dialog.getByRole('alert').filter({ hasText: 'SMTP_URL' }).waitFor()
  })

  itForRelease('settings: stores a mail server, tests it and shows the answer of the server', async () => {
    const mailbox = await openMailbox()
    try {
      const { page, pageErrors } = await fixture.open(fixture.people.administrator, '/settings/emails')
      await page.getByText('No mail server is set up').waitFor()
      await page.getByLabel('Host').fill('127.0.0.1')
      await page.getByLabel('Port').fill(new URL(mailbox.url).port)
      await page.getByLabel('Encryption').selectOption('none')
      await page.getByLabel('Sender').fill('Northwind <care@northwind.example>')
      expect(await seriousFindings(page)).toEqual([])
      await page.getByRole('button', { name: 'Send a test e-mail' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('To').fill('ada@example.org')
      await dialog.getByRole('button', { name: 'Send', exact: true }).click()
      await dialog.getByText(/^250 /).waitFor()
      expect(mailbox.received).toMatchObject([{ from: 'care@northwind.example', to: ['ada@example.org'] }])
      await dialog.getByRole('button', { name: 'Close', exact: true }).last().click()
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      await page.getByText('E-mails are sent by 127.0.0.1.').waitFor()
      await page.getByRole('button', { name: 'Remove', exact: true }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click()
      await page.getByText('No mail server is set up').waitFor()
      expect(pageErrors).toEqual([])
    } finally {
      await mailbox.close()
    }
  })

  it('settings: shows the plan of actions on all sites and requires typing the count', async () => {
    const { page, pageErrors } = await fixture.open(fixture.people.administrator, '/settings/tools')
    await page.getByRole('button', { name: 'End all sessions' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText(fixture.fleet.sites[0]!.title).waitFor()
    const endSessions = dialog.getByRole('button', { name: 'End all sessions' })
    expect(await endSessions.isDisabled()).toBe(true)
    await dialog.getByLabel(/Type the number/).fill('1')
    await page.keyboard.press('Enter')
    expect(await endSessions.isDisabled()).toBe(true)
    await dialog.getByLabel(/Type the number/).fill('2')
    await page.keyboard.press('Enter')
    await page.getByRole('link', { name: 'Show progress' }).click()
    await page.getByRole('main').getByText('Completed', { exact: true }).waitFor()
    expect(pageErrors).toEqual([])
  })

  itForRelease('access: an invited colleague signs in with the one-time password and replaces it', async () => {
    const { page, pageErrors } = await fixture.open(fixture.people.administrator, '/access')
    await page.getByRole('link', { name: 'Invite a colleague' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('User name').fill('grace')
    expect(await seriousFindings(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Create user' }).click()
    const password = (await dialog.locator('.copy-once code').textContent()) ?? ''
    await dialog.getByRole('button', { name: 'I have copied it' }).click()
    await page.getByRole('row').filter({ hasText: 'grace' }).getByText('One-time password').waitFor()
    expect(pageErrors).toEqual([])
    const window = await fixture.openSignedOut('/')
    await signIn(window, { login: 'grace', password })
    await window.page.getByLabel('New password', { exact: true }).fill('a password of three words')
    // It was entered a moment ago, so it is not asked for again.
    expect(await window.page.getByLabel('One-time password').count()).toBe(0)
    await window.page.getByLabel('New password again').fill('a password of three words')
    await window.page.getByRole('button', { name: 'Set password' }).click()
    await window.page.getByRole('heading', { name: 'Overview', exact: true }).waitFor()
  })

  itForRelease(
    'access: makes a key with a pair for scripts of the established dashboard; the pair works there only',
    async () => {
      const { page, pageErrors } = await fixture.open(fixture.people.administrator, '/access/keys?new=1')
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('Description').fill('Nightly report')
      await dialog.getByLabel('For a script of the established dashboard').check()
      expect(await findingsInAllModes(page)).toEqual([])
      await dialog.getByRole('button', { name: 'Create API key' }).click()
      const pair = dialog.getByRole('region', { name: 'The pair for scripts of the established dashboard' })
      await pair.getByText('Settings, Advanced, API').waitFor()
      const [consumerKey = '', consumerSecret = ''] = await pair.locator('.copy-once code').allTextContents()
      expect([consumerKey, consumerSecret]).toEqual([
        expect.stringMatching(/^ck_[0-9a-f]{40}$/),
        expect.stringMatching(/^cs_[0-9a-f]{40}$/),
      ])
      expect(await findingsInAllModes(page)).toEqual([])
      const authorization = `Basic ${Buffer.from(`${consumerKey}:${consumerSecret}`).toString('base64')}`
      const statusOf = async (path: string) =>
        (await fixture.service.request({ method: 'GET', url: path, headers: { authorization } })).status
      expect([await statusOf('/wp-json/mainwp/v2/sites'), await statusOf('/api/v2/sites')]).toEqual([200, 401])
      await dialog.getByRole('button', { name: 'I have copied all' }).click()
      await page.getByRole('row', { name: /Nightly report.*with ck_\/cs_ pair/ }).waitFor()
      expect(await page.content()).not.toContain(consumerSecret)
      expect(pageErrors).toEqual([])
    },
    120_000,
  )

  it('access: shows a key once, limits it to its scopes, and deletes it', async () => {
    const { page, pageErrors } = await fixture.open(fixture.people.administrator, '/access/keys')
    await page.getByRole('link', { name: 'Create API key' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Description').fill('Chat bot')
    await dialog.getByRole('button', { name: 'Create API key' }).click()
    const token = await dialog.locator('.copy-once code').textContent()
    const use = () => page.request.get('/api/v2/access/me', { headers: { authorization: `Bearer ${token}` } })
    expect((await (await use()).json()).data.scopes).toEqual(['read'])
    await dialog.getByRole('button', { name: 'I have copied it' }).click()
    await page.getByRole('button', { name: 'More for Chat bot' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByText('Chat bot was deleted and no longer works.').waitFor()
    expect((await use()).status()).toBe(401)
    expect(pageErrors).toEqual([])
  })

  itForRelease(
    'access: requires the password for an application password; administrators list and revoke it and sign users out',
    async () => {
      const viewer = await fixture.open(fixture.people.viewer, '/account')
      await viewer.page.getByRole('button', { name: 'Create one' }).click()
      const making = viewer.page.getByRole('dialog')
      await making.getByLabel('Name of the program').fill('Phone')
      await making.getByLabel('Your password').fill('wrong')
      await making.getByRole('button', { name: 'Create' }).click()
      await making.getByRole('alert').filter({ hasText: 'not correct' }).waitFor()
      await making.getByLabel('Your password').fill(fixture.people.viewer.password)
      expect(await seriousFindings(viewer.page)).toEqual([])
      await making.getByRole('button', { name: 'Create' }).click()
      const password = (await making.locator('.copy-once code').textContent()) ?? ''
      const credentials = Buffer.from(`${fixture.people.viewer.login}:${password}`).toString('base64')
      const { page, pageErrors } = await fixture.open(fixture.people.administrator, '/access')
      const use = () => page.request.get('/api/v2/access/me', { headers: { authorization: `Basic ${credentials}` } })
      expect((await use()).status()).toBe(200)
      const menu = page.getByRole('button', { name: `More for ${fixture.people.viewer.login}` })
      await menu.click()
      await page.getByRole('menuitem', { name: 'Application passwords' }).click()
      await page.getByRole('dialog').getByText('Phone').waitFor()
      expect(await seriousFindings(page)).toEqual([])
      await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
      await page.getByText('Phone was revoked and no longer works.').waitFor()
      expect((await use()).status()).toBe(401)
      await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click()
      await menu.click()
      await page.getByRole('menuitem', { name: 'Sign out everywhere' }).click()
      expect(await page.getByLabel('Revoke application passwords').isChecked()).toBe(true)
      expect(await seriousFindings(page)).toEqual([])
      await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click()
      await page.getByText(`${fixture.people.viewer.login} signed out everywhere.`).waitFor()
      expect(pageErrors).toEqual([])
    },
  )

  it('modules: shows on its page that a module is off, with a link to switch it on', async () => {
    const { page, pageErrors } = await fixture.open(fixture.people.administrator, '/modules')
    await page.getByRole('switch', { name: 'Comments' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Switch off' }).click()
    await page.getByText('Comments is off.').waitFor()
    await page.goto('/comments')
    await page.getByText('Comments is switched off').waitFor()
    await page.getByRole('link', { name: 'Go to modules' }).click()
    await page.getByRole('switch', { name: 'Comments' }).click()
    await page.getByText('Comments is on.').waitFor()
    expect(pageErrors).toEqual([])
  })

  it('change log: lists changes made here and on a site, by type', async () => {
    const { page, pageErrors } = await fixture.open(fixture.people.administrator, '/sites')
    await page.getByLabel(`Select ${fixture.fleet.sites[0]!.title}`).check()
    await page.getByRole('button', { name: 'Suspend', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Suspend' }).click()
    await page.getByText('Suspended one site.').waitFor()
    await page.goto('/changes?source=flotilla')
    await page.getByRole('row').filter({ hasText: 'suspended' }).first().waitFor()
    await page.getByRole('combobox', { name: 'Kind' }).selectOption('plugin')
    await page.getByText('No changes match').waitFor()
    await page.getByRole('link', { name: 'Audit trail' }).click()
    const line = page.getByRole('row').filter({ hasText: 'Suspend sites' }).first()
    await line.getByRole('link', { name: fixture.fleet.sites[0]!.title }).waitFor()
    await line.getByText('Done', { exact: true }).waitFor()
    await line.getByText(fixture.people.administrator.login, { exact: true }).waitFor()
    await page.getByRole('combobox', { name: 'Kind' }).selectOption('access')
    await line.waitFor({ state: 'detached' })
    await page.getByRole('combobox', { name: 'Kind' }).selectOption('sites')
    await page.getByLabel('Users only').check()
    await line.waitFor()
    await page.getByRole('combobox', { name: 'Result' }).selectOption('failed')
    await page.getByText('No entries match').waitFor()
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await line.waitFor()
    const saved = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export CSV' }).click()
    expect((await saved).suggestedFilename()).toBe('audit.csv')
    expect(pageErrors).toEqual([])
  })

  itForRelease('backup of Flotilla: says what is missing, then backs up, and shows a failure as one', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'flotilla-backups-'))
    const environment = fixture.service.app.context.serviceBackup
    onTestFinished(async () => {
      Object.assign(environment, { folder: null, keys: null })
      await rm(folder, { recursive: true, force: true })
    })
    const { page, pageErrors } = await fixture.open(fixture.people.administrator, '/service-backups')
    await page.getByText('Not configured: Flotilla is not backed up.').waitFor()
    await page.getByText('BACKUP_KEY is not set. Set it').waitFor()
    expect(await seriousFindings(page)).toEqual([])
    Object.assign(environment, backupPathsOf(folder))
    await page.getByLabel('Target').selectOption('folder')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('No backup has been made yet.').waitFor()
    await page.getByRole('button', { name: 'Back up now' }).click()
    await page.getByText('Backups are up to date. None has been restored to check it yet.').waitFor()
    await page.getByText('whether the backups can be restored is unknown').waitFor()
    expect(await readdir(folder)).toHaveLength(1)
    await page.getByRole('button', { name: 'Check restore now' }).click()
    await page.getByText(/Passed .+: \d+ rows compared/).waitFor()
    const upToDate = page.getByText('Backups are up to date, and the last restore check passed.')
    await upToDate.waitFor()
    const checks = fixture.service.db.updateTable('service_backup_checks')
    await checks.set({ status: 'failed', failure: 'users has 3 rows instead of 4.' }).execute()
    await page.getByRole('alert').getByText('Backups are made, but the last restore check failed').waitFor()
    await page.getByText('users has 3 rows instead of 4.').waitFor()
    expect(await page.getByText('Backups are up to date').count()).toBe(0)
    await rm(folder, { recursive: true })
    await page.getByRole('button', { name: 'Back up now' }).click()
    await page.getByRole('alert').getByText('The last backup failed. Flotilla tries again every hour.').waitFor()
    await page.getByText('The folder for backups does not exist. Create it, or mount it.').first().waitFor()
    expect(pageErrors).toEqual([])
  })

  itForRelease('Ctrl-K: works by keyboard and lists recent entries', async () => {
    const { page } = await fixture.open(fixture.people.administrator)
    const { title } = fixture.fleet.sites[0]!
    const openPalette = async () => {
      await page.keyboard.press('Control+k')
      const input = page.getByRole('combobox', { name: 'Find a site, client or page' })
      await input.and(page.locator(':focus')).waitFor()
    }
    await openPalette()
    await page.keyboard.type(title)
    // Until the whole title is searched for, other sites that fit its first letters can come before it.
    await page.getByRole('option', { name: title, selected: true }).waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL(`**/sites/${fixture.sites[0]!.id}`)
    await openPalette()
    await page.getByRole('option').first().filter({ hasText: title }).waitFor()
    expect(await seriousFindings(page)).toEqual([])
    await page.keyboard.type('invite')
    await page.getByRole('option', { name: 'Invite a colleague', selected: true }).waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: 'Invite a colleague' }).waitFor()
  })

  it('unknown pages: show a message with links', async () => {
    const { page, pageErrors } = await fixture.open(fixture.people.viewer, '/no/such/page')
    await page.getByText('The page /no/such/page does not exist').waitFor()
    await page.getByRole('link', { name: 'Go to sites' }).click()
    await page.getByRole('heading', { name: 'Sites', level: 1 }).waitFor()
    expect(pageErrors).toEqual([])
    for (const path of ['/sites/99999', '/jobs/99999', '/clients/99999']) {
      await page.goto(path)
      await page.getByRole('heading', { name: 'Not found' }).waitFor()
      await page.getByRole('main').getByRole('link', { name: 'Go to overview' }).waitFor()
    }
  })
})
