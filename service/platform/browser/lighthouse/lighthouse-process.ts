import { Socket } from 'node:net'
import lighthouse from 'lighthouse'
import desktopConfig from 'lighthouse/core/config/desktop-config.js'
import puppeteer from 'puppeteer-core'
import { chromiumIdentity } from '../identity.ts'
import { type PipeTransport, pipeTransport } from '../pipe-transport.ts'
import { extractReport } from './extract-report.ts'

/** Runs one audit, described on the command line, over the pipes 3 and 4 of a Chromium. */
interface Order {
  url: string
  strategy: 'mobile' | 'desktop'
  maxWaitForLoadMs: number
}

// Written by audit-page.ts.
const order = JSON.parse(process.argv[2] ?? '') as Order

// The service has the other end: when it closes, the result is no longer needed.
process.stdin.on('end', () => process.exit(1)).resume()

const browser = await puppeteer.connect({ transport: transportWithoutRights(), defaultViewport: null })
const page = await browser.newPage()
const refuseDownloads = await browser.target().createCDPSession()
await refuseDownloads.send('Browser.setDownloadBehavior', { behavior: 'deny' })
const result = await lighthouse(
  order.url,
  {
    logLevel: 'silent',
    output: 'json',
    onlyCategories: ['performance', 'accessibility', 'best-practices', 'seo'],
    maxWaitForLoad: order.maxWaitForLoadMs,
    disableFullPageScreenshot: true,
  },
  order.strategy === 'desktop' ? desktopConfig : undefined,
  page,
)
const report = JSON.stringify(extractReport(result?.lhr))
process.stdout.write(report, () => process.exit(0))

/**
 * Lighthouse reads its modules from the disk while it prepares; from the first call to the site it needs no files and
 * no rights. Not earlier, because the unprivileged user may not be able to read the project folder.
 */
function dropRightsBefore(message: string): void {
  // Every message to Chromium has this shape.
  const { method, params } = JSON.parse(message) as { method: string; params?: { url?: string } }
  if (method !== 'Page.navigate' || params?.url === 'about:blank') return
  const identity = chromiumIdentity()
  if (!identity) return
  process.setgroups?.([])
  process.setgid?.(identity.gid)
  process.setuid?.(identity.uid)
}

function transportWithoutRights(): PipeTransport {
  const fromChromium = new Socket({ fd: 4 })
  const transport = pipeTransport(new Socket({ fd: 3 }), fromChromium)
  const { send } = transport
  transport.send = (message) => {
    dropRightsBefore(message)
    send(message)
  }
  // Chromium has ended, so there is nothing left to audit.
  fromChromium.on('close', () => process.exit(1))
  return transport
}
