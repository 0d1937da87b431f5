import { readFileSync } from 'node:fs'
import axe from 'axe-core'
import type { Page } from 'playwright-core'
import { closeTarget, markRegions, markTargets, markTexts, scrollingRegion, unmeasuredText } from './marked-elements.ts'

const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
const colours = 'color-contrast'
/** Their results depend on sizes and positions. */
const layoutRules = ['target-size', 'scrollable-region-focusable']
const phone = { width: 390, height: 844 }
/** The part of the app shell that is the same on every page, except for the current link. */
const sidebar = 'nav.sidebar'
const checkedPages = new WeakSet<Page>()
/** The markup of elements that only a phone shows and that were checked in this window. */
const checkedOnPhone = new WeakMap<Page, Set<string>>()

// Half as long as `axe.source`: it is sent to every loaded page.
const source = readFileSync(new URL(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

// Not part of the published types.
const { getRule } = (axe as unknown as { utils: { getRule(id: string): { impact: string } } }).utils

/** Rules that never report serious violations are skipped. */
const without: axe.RunOptions['rules'] = Object.fromEntries(
  axe
    .getRules(standards)
    .filter(({ ruleId }) => ['minor', 'moderate'].includes(getRule(ruleId).impact))
    .map(({ ruleId }) => [ruleId, { enabled: false }]),
)

/** Serious and critical violations of WCAG 2.2 A and AA found by axe, one line each. */
export function seriousFindings(page: Page): Promise<string[]> {
  return serious(page, { runOnly: standards, rules: without }, excludedFrom(page))
}

/** The sidebar is checked once per window. */
function excludedFrom(page: Page): string[] {
  const excluded = checkedPages.has(page) ? [sidebar] : []
  checkedPages.add(page)
  return excluded
}

/**
 * Checks a page in light, dark and phone size, in the same window. The later passes check only what can differ: colours
 * in dark; on a phone the rules about layout, and all others for elements that only a phone shows. The page must not be
 * wider than its window.
 */
export async function findingsInAllModes(page: Page): Promise<string[]> {
  const wide = page.viewportSize()!
  const excluded = excludedFrom(page)
  await page.emulateMedia({ colorScheme: 'light' })
  const everything = await serious(page, { runOnly: standards, rules: without }, excluded)
  const light = [...everything, ...(await horizontalOverflow(page))]
  await page.emulateMedia({ colorScheme: 'dark' })
  const dark = await serious(page, { runOnly: { type: 'rule', values: [colours] } }, excluded)
  await page.evaluate(rememberVisible)
  await page.setViewportSize(phone)
  await page.evaluate(drawnTwice)
  const layout = await serious(page, { runOnly: { type: 'rule', values: layoutRules } }, excluded)
  const narrow = [...layout, ...(await findingsOnlyOnPhone(page))]
  const small = [...narrow, ...(await horizontalOverflow(page)), ...(await overflowingCells(page))]
  await page.setViewportSize(wide)
  await page.emulateMedia({ colorScheme: 'light' })
  const named = (mode: string, findings: string[]) => findings.map((finding) => `${mode}: ${finding}`)
  return [...named('light', light), ...named('dark', dark), ...named('phone', small)]
}

/** Runs in the page: a chart gets its new width in the first frame and is drawn in the next one. */
const drawnTwice = 'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))'

/** Runs in the page. */
const rememberVisible = `globalThis.visibleBefore = new WeakSet(
  [...document.body.querySelectorAll('*')].filter((element) => element.checkVisibility()))`

/** Runs in the page: marks the outermost elements that are visible now and were not before, and returns their markup. */
const markNewlyVisible = `(() => {
  const shown = [...document.body.querySelectorAll('*')].filter((each) => each.checkVisibility() && !visibleBefore.has(each))
  const all = new Set(shown)
  const outermost = shown.filter((each) => !all.has(each.parentElement))
  for (const element of outermost) element.setAttribute('data-only-on-phone', '')
  return outermost.map((element) => element.outerHTML)
})()`

async function findingsOnlyOnPhone(page: Page): Promise<string[]> {
  const checked = checkedOnPhone.get(page) ?? new Set()
  checkedOnPhone.set(page, checked)
  const found = (await page.evaluate(markNewlyVisible)) as string[]
  if (found.every((markup) => checked.has(markup))) return []
  for (const markup of found) checked.add(markup)
  const off = Object.fromEntries([colours, ...layoutRules].map((id) => [id, { enabled: false }]))
  return serious(page, { runOnly: standards, rules: { ...without, ...off } }, [], '[data-only-on-phone]')
}

/** The values of texts whose contrast passed. Texts that fail are measured on every page. */
const passedTexts = new Set<string>()

interface Checked {
  findings: { id: string; help: string; impact: string; nodes: string[] }[]
  passed: string[]
}

/** Runs in the page. Its own reporter: axe's reporters describe every element that passes, which takes long. */
const check = `
  axe.configure({ rules: [
    { id: '${colours}', selector: '[${unmeasuredText}]' },
    { id: 'target-size', selector: '[${closeTarget}]' },
    { id: 'scrollable-region-focusable', selector: '[${scrollingRegion}]' },
  ] })
  const marks = ['${unmeasuredText}', '${closeTarget}', '${scrollingRegion}']
  const marked = () => [...document.querySelectorAll(marks.map((name) => '[' + name + ']'))]
  const unmark = () => {
    for (const element of marked()) for (const name of marks) element.removeAttribute(name)
  }
  globalThis.checkPage = (context, options, passedBefore) => {
    const { type, values } = options.runOnly
    const excluded = context.exclude ?? []
    const runs = (id) => type === 'rule' ? values.includes(id) : options.rules[id]?.enabled !== false
    // Where a click has scrolled to, the top bar may cover half a link, which would count as too small. A menu or dialog
    // belongs to its place.
    const scrolledTo = scrollY
    const isAnythingOpen = document.querySelector('dialog[open], :popover-open') !== null
    if (!isAnythingOpen) scrollTo({ top: 0, behavior: 'instant' })
    if (runs('${colours}')) (${markTexts})(passedBefore, excluded)
    if (runs('target-size')) (${markTargets})()
    if (runs('scrollable-region-focusable')) (${markRegions})()
    const scrollBack = () => scrollTo({ top: scrolledTo, behavior: 'instant' })
    // These rules check marked elements only. Without any, axe would read the whole page for nothing.
    if (type === 'rule' && marked().every((element) => element.closest(excluded.join() || ':not(*)'))) {
      unmark()
      scrollBack()
      return { findings: [], passed: [] }
    }
    const reporter = (results, _options, done) => {
      const passed = results.filter(({ id }) => id === '${colours}').flatMap(({ passes }) => passes)
        .map(({ node }) => node.element.getAttribute('${unmeasuredText}'))
      unmark()
      const findings = results.filter(({ violations }) => violations.length > 0)
        .map(({ id, help, impact, violations }) =>
          ({ id, help, impact, nodes: violations.map(({ node }) => node.element.outerHTML.slice(0, 160)) }))
      done({ findings, passed })
    }
    return axe.run(context, { ...options, iframes: false, reporter }).finally(scrollBack)
  }`

// Evaluated through the DevTools protocol, which the content security policy does not block; axe is loaded once per page.
async function serious(page: Page, options: axe.RunOptions, excluded: string[], part = 'html'): Promise<string[]> {
  const context = excluded.length > 0 ? { include: [part], exclude: excluded } : { include: [part] }
  const parameters = [context, options, [...passedTexts]].map((each) => JSON.stringify(each))
  const call = `checkPage(${parameters})`
  const checked = await page.evaluate(`typeof checkPage === 'undefined' ? null : ${call}`)
  const { findings, passed } = (checked ?? (await page.evaluate(`${source}; ${check}; ${call}`))) as Checked
  for (const values of passed) passedTexts.add(values)
  return findings
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, help, nodes }) => `${id}: ${help}: ${nodes.join(' | ')}`)
}

/** On a phone rows are cards whose cells share lines: a cell wider than its half would cover the other. */
async function overflowingCells(page: Page): Promise<string[]> {
  const gap = 12
  const titles = await page.evaluate(`[...document.querySelectorAll('.table:not(.stays) td[data-title]')]
    .filter((cell) => cell.scrollWidth > cell.clientWidth + ${gap}).map((cell) => cell.dataset.title)`)
  return [...new Set(titles as string[])].map((title) => `the cell “${title}” does not hold what is in it`)
}

async function horizontalOverflow(page: Page): Promise<string[]> {
  const pixels = await page.evaluate('document.documentElement.scrollWidth - window.innerWidth')
  return Number(pixels) > 0 ? [`the page is ${pixels} pixels wider than its window`] : []
}
