import { expect, it } from 'vitest'
import { appWith, setUpAuthenticatorApp } from '../../service/testing/authenticator-app.ts'
import { callers } from '../../service/testing/callers.ts'
import { type Person, sessionOf } from '../../service/testing/people.ts'
import { chromiumRequirement, describeIf } from '../../service/testing/requirements.ts'
import { beginSignInStorm } from '../../service/testing/sign-in-storm.ts'
import { seriousFindings } from '../testing/accessibility.ts'
import { openWindow } from '../testing/browser.ts'
import { itForRelease } from '../testing/it-for-release.ts'
import { setUpDashboard, signIn } from '../testing/set-up-dashboard.ts'

const fixture = setUpDashboard({ sites: 1 })
const { rest } = callers(fixture)

describeIf(chromiumRequirement)('an authenticator app', () => {
  it('is set up on the account page, with recovery codes', async () => {
    const { page } = await fixture.open(fixture.people.viewer, '/account')
    await page.getByRole('button', { name: 'Set up', exact: true }).click()
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('img', { name: /^QR code/ }).waitFor()
    const secret = (await page.locator('.totp-secret').innerText()).replaceAll(' ', '')
    const app = appWith(secret, fixture.service.app.context.clock)
    await page.getByLabel('Code that the app shows').fill(app.wrongCode())
    await page.getByRole('button', { name: 'Confirm' }).click()
    await page.getByRole('alert').first().waitFor()
    expect(await seriousFindings(page)).toEqual([])
    await page.getByLabel('Code that the app shows').fill(app.code())
    await page.getByRole('button', { name: 'Confirm' }).click()
    await page.locator('.recovery-codes li').nth(9).waitFor()
    await page.getByRole('button', { name: 'I have saved them' }).click()
    await page.getByText('10 left').waitFor()
  })

  it('is asked for at sign-in', async () => {
    const { app } = await setUpAuthenticatorApp(fixture.service, fixture.people.viewer)
    const window = await fixture.openSignedOut('/sites')
    await signIn(window, fixture.people.viewer)
    await window.page.getByLabel('Code', { exact: true }).fill(app.wrongCode())
    await window.page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await window.page.getByRole('alert').first().waitFor()
    expect(await seriousFindings(window.page)).toEqual([])
    await window.page.getByLabel('Code', { exact: true }).fill(app.code(1))
    await window.page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await window.page.getByRole('heading', { name: 'Sites' }).waitFor()
  })

  itForRelease('must be set up before anything else after the grace period', async () => {
    const settings = { second_factor_for: 'everyone', second_factor_grace_days: 0 }
    await fixture.service.app.run('update-sign-in-settings', settings)
    const window = await fixture.openSignedOut('/sites')
    await signIn(window, fixture.people.viewer)
    await window.page.getByRole('button', { name: 'Continue' }).click()
    const secret = (await window.page.locator('.totp-secret').innerText()).replaceAll(' ', '')
    await window.page
      .getByLabel('Code that the app shows')
      .fill(appWith(secret, fixture.service.app.context.clock).code())
    await window.page.getByRole('button', { name: 'Confirm' }).click()
    await window.page.locator('.recovery-codes li').nth(9).waitFor()
    expect(await seriousFindings(window.page)).toEqual([])
    await window.page.getByRole('button', { name: 'I have saved them' }).click()
    await window.page.getByRole('heading', { name: 'Sites' }).waitFor()
  })
})

describeIf(chromiumRequirement)('a passkey', () => {
  /** The host name that passkeys belong to without PUBLIC_URL. */
  const localAddress = () => fixture.address.replace('127.0.0.1', 'localhost')

  async function openWithAuthenticator() {
    const window = await openWindow(localAddress())
    const devTools = await window.page.context().newCDPSession(window.page)
    await devTools.send('WebAuthn.enable')
    await devTools.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    })
    return window
  }

  it('signs what the page of an approval shows, and the key can then send that call once', async () => {
    const { administrator } = fixture.people
    const request = (url: string, headers: Record<string, string>, payload: object) =>
      fixture.service.request({ method: 'POST', url: `/api/v2${url}`, headers, payload })
    const window = await openWithAuthenticator()
    const { page } = window
    try {
      await page.goto('/access/keys?new=1')
      await signIn(window, administrator)
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('Description').fill('Robot')
      await dialog.getByLabel('Write', { exact: false }).first().check()
      await dialog.getByLabel('For an AI agent').check()
      await dialog.getByRole('button', { name: 'Create API key' }).click()
      const token = await dialog.locator('code').first().textContent()
      const agent = { authorization: `Bearer ${token}` }
      const asked = await request('/tags/add', agent, { name: 'Shop' })
      expect(asked.body.code).toBe('svc_approval_required')
      await page.goto('/account')
      await page.getByRole('button', { name: 'Add a passkey' }).click()
      await page.getByLabel('Name').fill('Work laptop')
      await page.getByRole('button', { name: 'Add', exact: true }).click()
      await page.getByRole('button', { name: 'I have saved them' }).click()
      await page.goto('/approvals')
      await page.getByRole('link', { name: 'add-tag' }).click()
      await page.getByText('Shop').first().waitFor()
      expect(await seriousFindings(page)).toEqual([])
      await page.getByRole('button', { name: 'Approve with passkey' }).click()
      await page.getByText(`${administrator.login} approved this call. It runs`).waitFor()
      expect((await request('/tags/add', agent, { name: 'Shop' })).status).toBe(200)
      await page.reload()
      await page.getByText(`${administrator.login} approved this call, and the key has sent it.`).waitFor()
    } finally {
      await window.close()
    }
  })

  it('is added on the account page, signs in alone and as second factor, and no more after its removal', async () => {
    const window = await openWithAuthenticator()
    const { page } = window
    try {
      await page.goto('/account')
      await signIn(window, fixture.people.viewer)
      await page.getByRole('button', { name: 'Add a passkey' }).click()
      await page.getByLabel('Name').fill('Work laptop')
      await page.getByRole('button', { name: 'Add', exact: true }).click()
      await page.getByRole('button', { name: 'I have saved them' }).click()
      await page.getByText('Passkey “Work laptop”').waitFor()
      expect(await seriousFindings(page)).toEqual([])
      const signOut = async () => {
        await page.getByRole('button', { name: /^Account of/ }).click()
        await page.getByRole('menuitem', { name: 'Sign out' }).click()
      }
      await signOut()
      await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
      await page.getByText('Passkey “Work laptop”').waitFor()
      await signOut()
      await signIn(window, fixture.people.viewer)
      await page.getByRole('button', { name: 'Use a passkey' }).click()
      const row = page.getByRole('listitem').filter({ hasText: 'Passkey “Work laptop”' })
      await row.getByRole('button', { name: 'Remove' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
      await row.waitFor({ state: 'detached' })
      await signOut()
      await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
      await page.getByRole('alert').first().waitFor()
    } finally {
      await window.close()
    }
  })

  itForRelease('is not offered at an IP address, with the reason', async () => {
    const { page } = await fixture.open(fixture.people.viewer, '/account')
    await page.getByText('Passkeys do not work at an IP address').waitFor()
    expect(await page.getByRole('button', { name: 'Add a passkey' }).count()).toBe(0)
  })
})

describeIf(chromiumRequirement)('an action that needs a confirmed identity', () => {
  it('asks for the password once and then goes on', async () => {
    const { page } = await fixture.open(fixture.people.administrator, '/account')
    const old = new Date(Date.now() - 3_600_000)
    await page.getByRole('button', { name: 'Set up', exact: true }).waitFor()
    await fixture.service.db.updateTable('sessions').set({ proven_at: old }).execute()
    await fixture.service.app.forgetCaches()
    await page.getByRole('button', { name: 'Set up', exact: true }).click()
    await page.getByRole('button', { name: 'Continue' }).click()
    const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' })
    await dialog.getByLabel('Your password').fill('wrong')
    expect(await dialog.getByLabel('Code').count()).toBe(0)
    await dialog.getByRole('button', { name: 'Confirm' }).click()
    await dialog.getByRole('alert').first().waitFor()
    expect(await seriousFindings(page)).toEqual([])
    await dialog.getByLabel('Your password').fill(fixture.people.administrator.password)
    await dialog.getByRole('button', { name: 'Confirm' }).click()
    await page.getByRole('img', { name: /^QR code/ }).waitFor()
  })

  itForRelease('asks a person with a second factor for it, not for the password', async () => {
    const { app } = await setUpAuthenticatorApp(fixture.service, fixture.people.administrator)
    await fixture.service.db.deleteFrom('sessions').execute()
    const { page } = await fixture.open(fixture.people.administrator, '/access')
    await page.getByRole('link', { name: 'Invite a colleague' }).waitFor()
    const old = new Date(Date.now() - 3_600_000)
    await fixture.service.db.updateTable('sessions').set({ proven_at: old }).execute()
    await fixture.service.app.forgetCaches()
    await page.getByRole('link', { name: 'Invite a colleague' }).click()
    const invite = page.getByRole('dialog', { name: 'Invite a colleague' })
    await invite.getByLabel('User name').fill('grace')
    await invite.getByRole('button', { name: 'Create user' }).click()
    const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' })
    await dialog.getByLabel('Code').fill(app.recoveryCodes[0]!)
    expect(await dialog.getByLabel('Your password').count()).toBe(0)
    await dialog.getByRole('button', { name: 'Confirm' }).click()
    await page.getByRole('dialog', { name: 'A one-time password for grace' }).waitFor()
  })
})

describeIf(chromiumRequirement)('the sessions of a person', () => {
  it('are listed with browser and address, and end one by one or all at once', async () => {
    const { people, service } = fixture
    const others = [
      { browser: 'Firefox on Windows', address: '203.0.113.7' },
      { browser: 'Safari on iPhone', address: '203.0.113.8' },
      { browser: 'Chrome on Linux', address: null },
    ]
    const now = new Date()
    await service.db
      .insertInto('sessions')
      .values(
        others.map((other, index) => ({
          ...other,
          user_id: people.viewer.id,
          token_hash: `hash ${index}`,
          created_at: now,
          last_seen_at: now,
          expires_at: new Date(now.getTime() + 3_600_000),
          proven_at: null,
          proven_with: null,
        })),
      )
      .execute()
    const { page } = await fixture.open(people.viewer, '/account')
    const row = (text: string) => page.getByRole('listitem').filter({ hasText: text })
    await row('This session').waitFor()
    await row('Chrome on Linux').getByText('Unknown address').waitFor()
    await row('Safari on iPhone').getByText('203.0.113.8').waitFor()
    expect(await seriousFindings(page)).toEqual([])
    await row('Firefox on Windows').getByRole('button', { name: 'Sign out' }).click()
    await row('Firefox on Windows').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Sign out everywhere else' }).click()
    await row('Safari on iPhone').waitFor({ state: 'detached' })
    await row('This session').waitFor()
    const left = await service.db.selectFrom('sessions').select('id').where('user_id', '=', people.viewer.id).execute()
    expect(left).toHaveLength(1)
  })
})

describeIf(chromiumRequirement)('a session that has ended', () => {
  it.each([
    ['still knows that it was signed in', true],
    ['has only the cookie', false],
  ])('asks for the password once, when the browser %s', async (_, isKnown) => {
    const window = await fixture.openSignedOut('/about')
    const { page } = window
    const ended = { name: 'flotilla_session', value: 'a'.repeat(43), url: fixture.address }
    await page.context().addCookies([ended])
    if (isKnown) await page.evaluate(() => localStorage.setItem('flotilla.signed-in', 'yes'))
    await page.goto(fixture.address)
    await signIn(window, fixture.people.viewer)
    await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor()
  })
})

describeIf(chromiumRequirement)('a session that another tab has replaced', () => {
  const openThenReplaceSession = async (person: Person) => {
    const { administrator } = fixture.people
    const { page } = await fixture.open(administrator, '/sites')
    const { title } = fixture.fleet.sites[0]!
    await page.getByRole('link', { name: title }).waitFor()
    const session = await sessionOf({ ...fixture.service, clock: fixture.service.app.context.clock }, person)
    await page.context().addCookies([{ ...session, url: fixture.address }])
    await page.getByRole('button', { name: `More for ${title}` }).click()
    await page.getByRole('menuitem', { name: 'Suspend' }).click()
    return { page, title }
  }

  it('runs the action of the same user', async () => {
    const { page, title } = await openThenReplaceSession(fixture.people.administrator)
    await page.getByText(`${title} suspended`).waitFor()
  })

  itForRelease('shows the dashboard of the other user, and runs nothing', async () => {
    const { page, title } = await openThenReplaceSession(fixture.people.viewer)
    await page.getByRole('button', { name: `Account of ${fixture.people.viewer.login}` }).waitFor()
    expect((await rest(`GET /sites/${fixture.sites[0]!.id}`)).body.data.status).toBe('connected')
    expect(await page.getByText(`${title} suspended`).count()).toBe(0)
  })
})

describeIf(chromiumRequirement)('signing out', () => {
  it('fails when the service does not answer, and shows nothing of it to the next user', async () => {
    const window = await fixture.open(fixture.people.administrator)
    const { page } = window
    const signOut = async () => {
      await page.getByRole('button', { name: /^Account of/ }).click()
      await page.getByRole('menuitem', { name: 'Sign out' }).click()
    }
    const address = /access\/sessions\/current/
    await page.route(address, (route) => route.abort('connectionrefused'))
    await signOut()
    const message = page.getByRole('status').getByText('The service does not answer')
    await message.waitFor()
    await page.unroute(address)
    await signOut()
    await signIn(window, fixture.people.viewer)
    await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor()
    expect(await message.count()).toBe(0)
  })
})

describeIf(chromiumRequirement)('signing in while many people do', () => {
  it('says when it is tried, and goes on by itself', async () => {
    const endStorm = beginSignInStorm()
    const window = await fixture.openSignedOut('/sites')
    await signIn(window, fixture.people.viewer)
    await window.page.getByText(/Many people are signing in. Yours is tried in about \d+ seconds?/).waitFor()
    expect(await seriousFindings(window.page)).toEqual([])
    await endStorm()
    await window.page.getByRole('heading', { name: 'Sites' }).waitFor()
  })
})
