import AxeBuilder from '@axe-core/playwright'
import type { Page } from 'playwright-core'

const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
const colours = 'color-contrast'
const phone = { width: 390, height: 844 }

/** What axe finds wrong and calls serious or critical, by WCAG 2.2 A and AA, as one line each. */
export async function seriousFindings(page: Page): Promise<string[]> {
  return serious(new AxeBuilder({ page }).withTags(standards))
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
  const dark = await serious(new AxeBuilder({ page }).withRules([colours]))
  await page.setViewportSize(phone)
  const narrow = await serious(new AxeBuilder({ page }).withTags(standards).disableRules([colours]))
  const small = [...narrow, ...(await stickingOut(page))]
  await page.setViewportSize(wide)
  await page.emulateMedia({ colorScheme: 'light' })
  const named = (look: string, findings: string[]) => findings.map((finding) => `${look}: ${finding}`)
  return [...named('light', light), ...named('dark', dark), ...named('phone', small)]
}

async function serious(axe: AxeBuilder): Promise<string[]> {
  const { violations } = await axe.analyze()
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, help, nodes }) => `${id}: ${help}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`)
}

async function stickingOut(page: Page): Promise<string[]> {
  const pixels = await page.evaluate('document.documentElement.scrollWidth - window.innerWidth')
  return Number(pixels) > 0 ? [`the page is ${pixels} pixels wider than its window`] : []
}
