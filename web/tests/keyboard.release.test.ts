import { expect, it } from 'vitest'
import { chromiumRequirement, describeIf } from '../../service/testing/requirements.ts'
import { seriousFindings } from '../testing/accessibility.ts'
import { hasFocus, keyboardOf } from '../testing/keyboard.ts'
import { setUpDashboard } from '../testing/set-up-dashboard.ts'

const fixture = setUpDashboard({ sites: 3 })
const mainPages = ['Sites', 'Updates', 'Plugins', 'Jobs', 'Monitors', 'Clients', 'Time tracker', 'Settings']

describeIf(chromiumRequirement)('keyboard use', () => {
  it('signs in and navigates; the focus is always visible and starts at the new page', async () => {
    const { page, pageErrors, settled } = await fixture.openSignedOut('/')
    const { tabTo, unseen } = keyboardOf(page)
    const { login, password } = fixture.people.administrator
    await tabTo(page.getByLabel('User name'))
    await page.keyboard.type(login)
    await tabTo(page.getByLabel('Password', { exact: true }))
    await page.keyboard.type(password)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor()

    await tabTo(page.getByRole('link', { name: 'Skip to content' }))
    await page.keyboard.press('Enter')
    await expect.poll(() => hasFocus(page.getByRole('main'))).toBe(true)

    const navigation = page.getByRole('navigation', { name: 'Pages' })
    for (const name of mainPages) {
      await tabTo(navigation.getByRole('link', { name, exact: true }), 'Shift+Tab')
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { name, level: 1 }).waitFor()
      await expect.poll(() => hasFocus(page.getByRole('main')), { message: name }).toBe(true)
      await settled()
    }
    expect(unseen).toEqual([])
    expect(pageErrors).toEqual([])
  })

  it('finds and selects a site, cancels a plan, and opens the site from its menu', async () => {
    const { page, pageErrors } = await fixture.open(fixture.people.administrator, '/sites')
    const { tabTo, unseen } = keyboardOf(page)
    const { title } = fixture.fleet.sites[1]!
    await tabTo(page.getByLabel('Search name or address'))
    await page.keyboard.type(title)
    await expect.poll(() => page.getByRole('row').count()).toBe(1 + 1)
    await tabTo(page.getByLabel(`Select ${title}`))
    await page.keyboard.press('Space')
    await page.getByText('1 selected').waitFor()

    const suspend = page.getByRole('button', { name: 'Suspend', exact: true })
    await tabTo(suspend, 'Shift+Tab')
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Suspend one site' })
    await dialog.getByText(title).waitFor()
    expect(await hasFocus(dialog)).toBe(true)
    await tabTo(dialog.getByRole('button', { name: 'Cancel' }))
    await page.keyboard.press('Escape')
    await expect.poll(() => dialog.count()).toBe(0)
    await expect.poll(() => hasFocus(suspend), { message: 'the focus is back where it was' }).toBe(true)

    await tabTo(page.getByRole('button', { name: `More for ${title}` }))
    await page.keyboard.press('Enter')
    await expect.poll(() => hasFocus(page.getByRole('menuitem', { name: 'Details' }))).toBe(true)
    await page.keyboard.press('End')
    expect(await hasFocus(page.getByRole('menuitem', { name: 'Suspend' }))).toBe(true)
    await page.keyboard.press('Home')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: title, level: 1 }).waitFor()

    await tabTo(page.getByRole('navigation', { name: 'About this site' }).getByRole('link', { name: 'Plugins' }))
    await page.keyboard.press('Enter')
    await page.waitForURL(`**/sites/${fixture.sites[1]!.id}/plugins`)
    expect(unseen).toEqual([])
    expect(pageErrors).toEqual([])
  })

  it('moves, selects and opens with single keys, and runs commands of the palette', async () => {
    const { page, pageErrors } = await fixture.open(fixture.people.administrator, '/jobs')
    await page.getByRole('heading', { name: 'Jobs', level: 1 }).waitFor()
    await page.keyboard.press('?')
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).getByText('Go to Sites').waitFor()
    expect(await seriousFindings(page)).toEqual([])
    await page.keyboard.press('Escape')
    await page.keyboard.press('g')
    await page.keyboard.press('s')
    await page.getByRole('heading', { name: 'Sites', level: 1 }).waitFor()
    await page.getByRole('row').nth(2).waitFor()
    await page.keyboard.press('j')
    await page.keyboard.press('j')
    await expect.poll(() => hasFocus(page.getByRole('row').nth(2).getByRole('link').first())).toBe(true)
    await page.keyboard.press('x')
    await page.getByText('1 selected').waitFor()
    await page.keyboard.press('e')
    await page.getByRole('menuitem', { name: 'Details' }).waitFor()
    await page.keyboard.press('Escape')
    await page.keyboard.press('/')
    await expect.poll(() => hasFocus(page.getByLabel('Search name or address'))).toBe(true)
    const { title } = fixture.fleet.sites[0]!
    const run = async (command: string, option: string | RegExp) => {
      await page.keyboard.press('Control+k')
      await page.getByRole('combobox', { name: 'Find a site, client or page' }).fill(command)
      await page.getByRole('option', { name: option }).first().waitFor()
      await page.keyboard.press('Enter')
    }
    await run(`report ${title}`, `Report for ${title}`)
    await page.getByRole('heading', { name: 'Reports', level: 1 }).waitFor()
    await run(`update ${title}`, `Update ${title}`)
    await expect.poll(() => page.url()).toContain('/updates/site/')
    await run('dark', 'Use the dark theme')
    await expect.poll(() => page.locator('html').getAttribute('data-theme')).toBe('dark')
    await run('log out', 'Sign out')
    await page.getByRole('button', { name: 'Sign in' }).waitFor()
    expect(pageErrors).toEqual([])
  })
})
