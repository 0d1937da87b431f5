import { expect, it } from 'vitest'
import { chromiumRequirement, describeIf } from '../../service/testing/requirements.ts'
import { findingsInAllModes } from '../testing/accessibility.ts'
import { openWindow } from '../testing/browser.ts'
import { everyAddress } from '../testing/every-address.ts'
import { signIn } from '../testing/set-up-dashboard.ts'
import { setUpSeededDashboard } from '../testing/set-up-seeded-dashboard.ts'

const fixture = setUpSeededDashboard()
const max = 6

describeIf(chromiumRequirement)('every page', () => {
  it(`makes at most ${max} calls, logs nothing, is accessible in all modes and not wider than its window`, async () => {
    const window = await openWindow(fixture.address)
    const { page, calls, pageErrors, settled } = window
    await page.goto('/jobs')
    await signIn(window, fixture.administrator)
    await page.locator('h1').waitFor()
    await settled()
    const wrong: string[] = []
    for (const address of await everyAddress(fixture)) {
      for (const list of [calls, pageErrors]) list.length = 0
      await page.goto(address, { waitUntil: 'commit' })
      await page.locator('h1').waitFor()
      await settled()
      if (calls.length > max) wrong.push(`${address} makes ${calls.length} calls: ${calls.join(', ')}`)
      for (const alert of await page.locator('main [role=alert]').allTextContents())
        wrong.push(`${address} says: ${alert}`)
      for (const finding of await findingsInAllModes(page)) wrong.push(`${address}: ${finding}`)
      for (const pageError of pageErrors) wrong.push(`${address} reports: ${pageError}`)
    }
    await window.close()
    expect(wrong).toEqual([])
  }, 1_800_000)
})
