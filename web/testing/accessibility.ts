import { readFileSync } from 'node:fs'
import axe from 'axe-core'
import type { Page } from 'playwright-core'
import { markUnmeasured, unmeasured } from './known-colours.ts'

const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
const colours = 'color-contrast'
const phone = { width: 390, height: 844 }
/** The part of the frame that is the same around every page but for which link is the present one. */
const frame = 'nav.sidebar'
const framesSeen = new WeakSet<Page>()

// Half as long as `axe.source`: it goes to every page that is loaded.
const source = readFileSync(new URL(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

// Not among the published types.
const { getRule } = (axe as unknown as { utils: { getRule(id: string): { impact: string } } }).utils

/** Rules that find nothing serious, whatever they find, need not be asked. */
const without: axe.RunOptions['rules'] = Object.fromEntries(
  axe
    .getRules(standards)
    .filter(({ ruleId }) => ['minor', 'moderate'].includes(getRule(ruleId).impact))
    .map(({ ruleId }) => [ruleId, { enabled: false }]),
)

/** What axe finds wrong and calls serious or critical, by WCAG 2.2 A and AA, as one line each. */
export function seriousFindings(page: Page): Promise<string[]> {
  return serious(page, { runOnly: standards, rules: without })
}

/**
 * The same in every look of a page: light, dark and on a phone, one after the other in the same window. What can differ is
 * looked at again: colours in the dark, everything else on a phone. Nothing may stick out sideways. In a window that goes
 * from page to page the frame is looked at around the first.
 */
export async function findingsInEveryLook(page: Page): Promise<string[]> {
  const wide = page.viewportSize()!
  const apartFrom = framesSeen.has(page) ? [frame] : []
  framesSeen.add(page)
  await page.emulateMedia({ colorScheme: 'light' })
  const everything = await serious(page, { runOnly: standards, rules: without }, apartFrom)
  const light = [...everything, ...(await stickingOut(page))]
  await page.emulateMedia({ colorScheme: 'dark' })
  const dark = await serious(page, { runOnly: { type: 'rule', values: [colours] } }, apartFrom)
  await page.setViewportSize(phone)
  const rules = { ...without, [colours]: { enabled: false } }
  const narrow = await serious(page, { runOnly: standards, rules }, apartFrom)
  const small = [...narrow, ...(await stickingOut(page)), ...(await overfullCells(page))]
  await page.setViewportSize(wide)
  await page.emulateMedia({ colorScheme: 'light' })
  const named = (look: string, findings: string[]) => findings.map((finding) => `${look}: ${finding}`)
  return [...named('light', light), ...named('dark', dark), ...named('phone', small)]
}

/** Of texts whose contrast was measured and good, what it depends on. What is wrong or cannot be told is measured again. */
const goodColours = new Set<string>()

interface Found {
  findings: { id: string; help: string; impact: string; nodes: string[] }[]
  good: string[]
}

// Told by the browser's own tools, so that the page's policy does not stand in the way; once for each page that is loaded.
async function serious(page: Page, options: axe.RunOptions, apartFrom: string[] = []): Promise<string[]> {
  if (await page.evaluate("typeof axe === 'undefined'")) await page.evaluate(`${source}; ${examine}`)
  const asked = [{ exclude: apartFrom }, { ...options, iframes: false }, [...goodColours]]
  const { findings, good } = (await page.evaluate(`examine(${asked.map((each) => JSON.stringify(each))})`)) as Found
  for (const text of good) goodColours.add(text)
  return findings
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, help, nodes }) => `${id}: ${help}: ${nodes.join(' | ')}`)
}

/** Runs in the page. Its own reporter, because the usual ones describe every node that is all right as well. */
const examine = `
  axe.configure({ rules: [{ id: '${colours}', selector: '[${unmeasured}]' }] })
  globalThis.examine = async (where, options, known) => {
    const measures = options.rules?.['${colours}']?.enabled !== false
    const marked = measures ? (${markUnmeasured})(known, where.exclude) : 0
    if (marked === 0 && options.runOnly.values?.[0] === '${colours}') return { findings: [], good: [] }
    const reporter = (results, options, done) => {
      const good = results.filter(({ id }) => id === '${colours}').flatMap(({ passes }) => passes)
        .map(({ node }) => node.element.getAttribute('${unmeasured}'))
      for (const element of document.querySelectorAll('[${unmeasured}]')) element.removeAttribute('${unmeasured}')
      const findings = results.filter(({ violations }) => violations.length > 0)
        .map(({ id, help, impact, violations }) =>
          ({ id, help, impact, nodes: violations.map(({ node }) => node.element.outerHTML.slice(0, 160)) }))
      done({ findings, good })
    }
    return axe.run(where, { ...options, reporter })
  }`

/** On a phone rows are cards whose cells share lines: what needs more than its half covers the other. */
async function overfullCells(page: Page): Promise<string[]> {
  const gap = 12
  const titles = await page.evaluate(`[...document.querySelectorAll('.table:not(.stays) td[data-title]')]
    .filter((cell) => cell.scrollWidth > cell.clientWidth + ${gap}).map((cell) => cell.dataset.title)`)
  return [...new Set(titles as string[])].map((title) => `the cell “${title}” does not hold what is in it`)
}

async function stickingOut(page: Page): Promise<string[]> {
  const pixels = await page.evaluate('document.documentElement.scrollWidth - window.innerWidth')
  return Number(pixels) > 0 ? [`the page is ${pixels} pixels wider than its window`] : []
}
