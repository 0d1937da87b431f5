import { describe, expect, it } from 'vitest'
import { chromiumPath, howToGetChromium, openWindow } from '../testing/browser.ts'
import { signIn } from '../testing/dashboard-scene.ts'
import { everyAddress } from '../testing/every-address.ts'
import { livedInScene } from '../testing/lived-in-scene.ts'

const scene = livedInScene()
const most = 6

describe.skipIf(!chromiumPath)(`every page${chromiumPath ? '' : ` (${howToGetChromium})`}`, () => {
  it(`loads with at most ${most} calls, the frame’s included, and without a word in the console`, async () => {
    const window = await openWindow(scene.address)
    const { page, calls, complaints, settled } = window
    await page.goto('/jobs')
    await signIn(window, scene.administrator)
    await page.locator('h1').waitFor()
    await settled()
    const wrong: string[] = []
    for (const address of await everyAddress(scene)) {
      for (const list of [calls, complaints]) list.length = 0
      await page.goto(address, { waitUntil: 'commit' })
      await page.locator('h1').waitFor()
      await settled()
      if (calls.length > most) wrong.push(`${address} makes ${calls.length} calls: ${calls.join(', ')}`)
      for (const complaint of complaints) wrong.push(`${address} complains: ${complaint}`)
      for (const alert of await page.locator('main [role=alert]').allTextContents())
        wrong.push(`${address} says: ${alert}`)
    }
    await window.close()
    expect(wrong).toEqual([])
  }, 240_000)
})
