import { expect, it } from 'vitest'
import { appWith, setUpAuthenticatorApp } from '../../service/testing/authenticator-app.ts'
import { chromiumRequirement, describeIf } from '../../service/testing/requirements.ts'
import { seriousFindings } from '../testing/accessibility.ts'
import { setUpDashboard, signIn } from '../testing/set-up-dashboard.ts'

const fixture = setUpDashboard({ sites: 1 })

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
    await window.page.getByRole('button', { name: 'Sign in' }).click()
    await window.page.getByRole('alert').first().waitFor()
    expect(await seriousFindings(window.page)).toEqual([])
    await window.page.getByLabel('Code', { exact: true }).fill(app.code(1))
    await window.page.getByRole('button', { name: 'Sign in' }).click()
    await window.page.getByRole('heading', { name: 'Sites' }).waitFor()
  })

  it('must be set up before anything else after the grace period', async () => {
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
