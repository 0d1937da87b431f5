import { expect, it, onTestFinished } from 'vitest'
import { findHeadlessShell } from '../../testing/headless-shell.ts'
import { chromiumPath, chromiumRequirement, describeIf } from '../../testing/requirements.ts'
import { systemClock } from '../clock.ts'
import { httpServer } from '../outbound/testing/test-servers.ts'
import { chromiumIdentity } from './identity.ts'
import { launchChromium } from './launch.ts'
import { maxPdfBytes, printPage } from './print-to-pdf.ts'
import { testBrowser, usersOfChromium } from './testing/test-browser.ts'

const pagesOf = (pdf: Buffer) => pdf.toString('latin1').match(/\/Type \/Page\b(?!s)/g)?.length
const newPage = '<p style="break-before: page">next</p>'

describeIf(chromiumRequirement)('a page of our own', () => {
  it.each([
    ['the installed Chromium', { program: undefined }],
    ['the headless shell', {}],
  ])('prints a document with the right number of pages with %s', async (_name, program) => {
    const pdf = await testBrowser(program).printToPdf(`<h1>Fleet</h1>${newPage}${newPage}`, { footer: '<p>below</p>' })
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-')
    expect(pagesOf(pdf)).toBe(3)
  })

  it('uses the requested paper', async () => {
    const pdf = await testBrowser().printToPdf('<p>wide</p>', { format: 'Letter', landscape: true })
    expect(pdf.toString('latin1')).toMatch(/\/MediaBox \[0 0 792 612\]/)
  })

  it('runs no script', async () => {
    const script = `<script>document.write('${newPage}'.repeat(5))</script>`
    expect(pagesOf(await testBrowser().printToPdf(`<p>one</p>${script}<img src=x onerror="document.write(1)">`))).toBe(
      1,
    )
  })

  it('shows embedded images', async () => {
    const dot = 'R0lGODlhAQABAIAAAP8AAP///yH5BAAAAAAALAAAAAABAAEAAAICRAEAOw=='
    const pdf = await testBrowser().printToPdf(`<img width="90" height="90" src="data:image/gif;base64,${dot}">`)
    expect(pdf.toString('latin1')).toContain('/Subtype /Image')
  })

  it('loads nothing from the network', async () => {
    const server = await httpServer((_request, response) => response.end())
    const at = `http://127.0.0.1:${server.port}`
    const pdf = await testBrowser().printToPdf(
      `<link rel="stylesheet" href="${at}/1"><img src="${at}/2"><iframe src="${at}/3"></iframe>
       <iframe src="file:///etc/passwd"></iframe><meta http-equiv="refresh" content="0; url=${at}/4">
       <style>@import "${at}/5"; p { background: url(${at}/6) }</style><link rel="preconnect" href="${at}"><p>text</p>`,
    )
    expect(pagesOf(pdf)).toBe(1)
    expect(server.connections).toEqual([])
  })

  it('refuses a document larger than the limit, also in several pieces', async () => {
    const html = newPage.repeat(100)
    const whole = await testBrowser().printToPdf(html)
    expect(await testBrowser({ maxPdfBytes: whole.length + 1_000 }).printToPdf(html)).toHaveLength(whole.length)
    await expect(testBrowser({ maxPdfBytes: whole.length - 1_000 }).printToPdf(html)).rejects.toMatchObject({
      kind: 'failed',
      message: expect.stringContaining('Choose a shorter period'),
    })
  })

  it('ends when the service stops', async () => {
    const browser = testBrowser()
    const printing = browser.printToPdf(newPage.repeat(2_000)).catch((error: Error) => error.message)
    await expect.poll(() => usersOfChromium().length, { interval: 5 }).toBeGreaterThan(0)
    await browser.close()
    expect(await printing).toMatch(/Chromium ended while it printed|Flotilla is stopping|could not be started/)
  })

  // The service would end with a promise whose rejection nothing handles; Vitest fails for one, too.
  it.each([1, 9, 20, 29])('reports that Chromium ended after command %i', async (last) => {
    const program = findHeadlessShell() ?? chromiumPath!
    const options = {
      program,
      identity: chromiumIdentity(),
      sandbox: false,
      reach: 'nothing',
      clock: systemClock,
    } as const
    const chromium = await launchChromium(options)
    onTestFinished(() => chromium.close())
    const { send } = chromium.transport
    let commands = 0
    chromium.transport.send = (message) => {
      send(message)
      if (++commands === last) void chromium.close()
    }
    await expect(printPage(chromium, newPage.repeat(300), {}, maxPdfBytes)).rejects.toMatchObject({
      kind: 'failed',
      message: 'Chromium ended while it printed. Try again later.',
    })
    expect(commands).toBeGreaterThanOrEqual(last)
  })
})
