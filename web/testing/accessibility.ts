import axe from 'axe-core'
import type { Page } from 'playwright-core'

const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
const colours = 'color-contrast'
const phone = { width: 390, height: 844 }

/** What axe finds wrong and calls serious or critical, by WCAG 2.2 A and AA, as one line each. */
export function seriousFindings(page: Page): Promise<string[]> {
  return serious(page, { runOnly: standards })
}

/**
 * The same in every look of a page: light, dark and on a phone, one after the other in the same window. What can differ is
 * looked at again: colours in the dark, everything else on a phone. Nothing may stick out sideways.
 */
export async function findingsInEveryLook(page: Page): Promise<string[]> {
  const wide = page.viewportSize()!
  await page.emulateMedia({ colorScheme: 'light' })
  const light = [...(await seriousFindings(page)), ...(await stickingOut(page))]
  await page.emulateMedia({ colorScheme: 'dark' })
  const dark = await serious(page, { runOnly: { type: 'rule', values: [colours] } })
  await page.setViewportSize(phone)
  const narrow = await serious(page, { runOnly: standards, rules: { [colours]: { enabled: false } } })
  const small = [...narrow, ...(await stickingOut(page))]
  await page.setViewportSize(wide)
  await page.emulateMedia({ colorScheme: 'light' })
  const named = (look: string, findings: string[]) => findings.map((finding) => `${look}: ${finding}`)
  return [...named('light', light), ...named('dark', dark), ...named('phone', small)]
}

// Told by the browser's own tools, so that the page's policy does not stand in the way; once for each page that is loaded.
async function serious(page: Page, options: axe.RunOptions): Promise<string[]> {
  if (await page.evaluate("typeof axe === 'undefined'")) await page.evaluate(axe.source)
  const wanted = JSON.stringify({ ...options, resultTypes: ['violations'], iframes: false })
  const violations = (await page.evaluate(`axe.run(document, ${wanted}).then((found) => found.violations.map(
    ({ id, help, impact, nodes }) => ({ id, help, impact, nodes: nodes.map(({ html }) => html.slice(0, 160)) })))`)) as {
    id: string
    help: string
    impact: string
    nodes: string[]
  }[]
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, help, nodes }) => `${id}: ${help}: ${nodes.join(' | ')}`)
}

async function stickingOut(page: Page): Promise<string[]> {
  const pixels = await page.evaluate('document.documentElement.scrollWidth - window.innerWidth')
  return Number(pixels) > 0 ? [`the page is ${pixels} pixels wider than its window`] : []
}
