import type { Page } from 'puppeteer-core'

// Code for the page is text, since this project has no browser types outside of web/.

/** Runs first in the page: records when new rows were painted, and long tasks. */
const watch = `
  window.rowsPainted = []
  window.longTasks = []
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) window.longTasks.push([startTime, duration])
  }).observe({ type: 'longtask', buffered: true })
  let seen
  new MutationObserver(() => {
    const first = document.querySelector('table:not(.waiting) tbody tr')?.textContent
    if (first === undefined || first === seen) return
    seen = first
    // The frame in which they are drawn is over when the task after it begins.
    requestAnimationFrame(() => setTimeout(() => {
      performance.mark('rows painted')
      window.rowsPainted.push(performance.now())
    }))
  }).observe(document, { childList: true, subtree: true, characterData: true, attributes: true })
`

export interface Shown {
  /** The service's response time, measured in the browser. */
  answerMs: number
  /** From the end of the answer until its rows were painted. */
  paintedMs: number
}

/** When the answer to the last call of the list arrived, and when its rows were painted. */
async function lastShown(page: Page, paintedBefore: number): Promise<Shown> {
  await page.waitForFunction(`window.rowsPainted.length > ${paintedBefore}`)
  const [requestStart, responseEnd, painted] = (await page.evaluate(`(() => {
    const calls = performance.getEntriesByType('resource').filter(({ name }) => name.includes('/sites/table?'))
    return [calls.at(-1).requestStart, calls.at(-1).responseEnd, window.rowsPainted.at(-1)]
  })()`)) as [number, number, number]
  return { answerMs: responseEnd - requestStart, paintedMs: painted - responseEnd }
}

/** Loads the page `times` times. */
export async function firstRows(page: Page, url: string, times: number): Promise<Shown[]> {
  const { identifier } = await page.evaluateOnNewDocument(watch)
  const shown: Shown[] = []
  for (let time = 0; time < times; time++) {
    await page.goto(url)
    shown.push(await lastShown(page, 0))
  }
  await page.removeScriptToEvaluateOnNewDocument(identifier)
  return shown
}

export async function nextPage(page: Page): Promise<Shown> {
  const before = (await page.evaluate('window.rowsPainted.length')) as number
  await page.locator('button[aria-label="Next page"]').click()
  return lastShown(page, before)
}

export interface Scrolled {
  frames: number
  /** Milliseconds between two frames: the usual, the nearly worst, the worst. */
  p50: number
  p95: number
  worst: number
  longTasks: number
}

/** Scrolls to the end and back, one step per frame, like a wheel. */
export async function scroll(page: Page): Promise<Scrolled> {
  const [gaps, longTasks] = (await page.evaluate(`(async () => {
    const before = window.longTasks.length
    const frame = () => new Promise(requestAnimationFrame)
    const gaps = []
    let last = await frame()
    for (const step of [60, -60]) {
      for (let from = -1; from !== scrollY; ) {
        from = scrollY
        scrollBy(0, step)
        const now = await frame()
        gaps.push(now - last)
        last = now
      }
    }
    return [gaps, window.longTasks.length - before]
  })()`)) as [number[], number]
  gaps.sort((a, b) => a - b)
  const at = (share: number) => gaps[Math.min(gaps.length - 1, Math.floor(gaps.length * share))]!
  return { frames: gaps.length, p50: at(0.5), p95: at(0.95), worst: at(1), longTasks }
}
