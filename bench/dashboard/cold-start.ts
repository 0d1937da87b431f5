import type { Browser } from 'puppeteer-core'

// Code for the page is text, since this project has no browser types outside of web/.

/** A far line and a slow computer: each request takes 400 ms more at 10 Mbit/s, the processor has a quarter of its speed. */
const slow = { latency: 400, throughput: (10 * 1024 * 1024) / 8, cpu: 4 }

export interface ColdStart {
  /** From the navigation until the first rows were painted. */
  rowsMs: number
  requests: number
  /** Requests that began after the end of an earlier one, at most: each costs one round trip. */
  roundTrips: number
}

const untilRows = `(async () => {
  const row = () => document.querySelector('table tbody tr td')
  while (!row()) await new Promise(requestAnimationFrame)
  await new Promise((done) => requestAnimationFrame(() => setTimeout(done)))
  const rowsMs = performance.now()
  const entries = [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]
    .filter(({ startTime }) => startTime < rowsMs).sort((a, b) => a.startTime - b.startTime)
  const depths = []
  for (const [index, entry] of entries.entries()) {
    const before = entries.slice(0, index).map((each, at) => (each.responseEnd <= entry.startTime ? depths[at] : 0))
    depths.push(1 + Math.max(0, ...before))
  }
  return { rowsMs, requests: entries.length, roundTrips: Math.max(...depths) }
})()`

/** Opens the page in a new tab of a browser that is signed in, without its cache and over a slow line. */
export async function coldStart(browser: Browser, url: string): Promise<ColdStart> {
  const tab = await browser.newPage()
  try {
    const devtools = await tab.createCDPSession()
    await devtools.send('Network.enable')
    await devtools.send('Network.setCacheDisabled', { cacheDisabled: true })
    const { latency, throughput } = slow
    const line = { offline: false, latency, downloadThroughput: throughput, uploadThroughput: throughput }
    await devtools.send('Network.emulateNetworkConditions', line)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: slow.cpu })
    await tab.goto(url, { waitUntil: 'domcontentloaded', timeout: 60_000 })
    // The result of the script above.
    return (await tab.evaluate(untilRows)) as ColdStart
  } finally {
    await tab.close()
  }
}
