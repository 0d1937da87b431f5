import { expect, it } from 'vitest'
import { chromiumRequirement, describeIf } from '../../service/testing/requirements.ts'
import { pseudo } from '../compile-texts.ts'
import { findingsInAllModes } from '../testing/accessibility.ts'
import { openWindow } from '../testing/browser.ts'
import { everyAddress } from '../testing/every-address.ts'
import { followLink } from '../testing/follow-link.ts'
import { signIn } from '../testing/set-up-dashboard.ts'
import { setUpSeededDashboard } from '../testing/set-up-seeded-dashboard.ts'
import { untranslatedTexts, watchAnswers } from '../testing/untranslated.ts'

const fixture = setUpSeededDashboard()

describeIf(chromiumRequirement)('every page', () => {
  it('logs nothing, is translated, accessible in all modes and not wider than its window', async () => {
    const window = await openWindow(fixture.address)
    const { page, pageErrors, settled } = window
    await page.goto('/jobs')
    await signIn(window, fixture.administrator)
    await page.locator('h1').waitFor()
    await settled()
    // The pseudo-language shows texts that are not in the catalogue.
    await page.context().addCookies([{ name: 'flotilla_language', value: pseudo, url: fixture.address }])
    const data = watchAnswers(page)
    await page.reload()
    await page.locator('h1').waitFor()
    await settled()
    const wrong: string[] = []
    // hostile-data.test.ts loads each page by itself, and counts the calls.
    for (const address of await everyAddress(fixture)) {
      expect(await followLink(page, address)).toBe(address)
      await page.locator('h1').waitFor()
      await settled()
      for (const alert of await page.locator('main [role=alert]').allTextContents())
        wrong.push(`${address} says: ${alert}`)
      for (const text of await untranslatedTexts(page, await data())) wrong.push(`${address} has the text: ${text}`)
      for (const finding of await findingsInAllModes(page)) wrong.push(`${address}: ${finding}`)
      for (const pageError of pageErrors.splice(0)) wrong.push(`${address} reports: ${pageError}`)
    }
    await window.close()
    expect(wrong).toEqual([])
  }, 1_800_000)
})
