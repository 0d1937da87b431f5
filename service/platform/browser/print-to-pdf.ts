import { z } from 'zod'
import type { RunningChromium } from './launch.ts'

export interface PdfOptions {
  format?: 'A4' | 'Letter'
  landscape?: boolean
  /** On all four sides, in millimetres. */
  marginMm?: number
  /** HTML that stands below each page; `<span class="pageNumber">` and `totalPages` are filled in. */
  footer?: string
}

const paper = { A4: [8.27, 11.69], Letter: [8.5, 11] } as const
const mmPerInch = 25.4

const Attached = z.object({ sessionId: z.string() })
const Created = z.object({ targetId: z.string() })
const Tree = z.object({ frameTree: z.object({ frame: z.object({ id: z.string() }) }) })
const Printed = z.object({ data: z.base64() })

/** Prints a page of our own making. Scripts stay off, and nothing is loaded: pictures must be data: addresses. */
export async function printPage({ devtools }: RunningChromium, html: string, options: PdfOptions): Promise<Buffer> {
  const { targetId } = Created.parse(await devtools.send('Target.createTarget', { url: 'about:blank' }))
  const attached = await devtools.send('Target.attachToTarget', { targetId, flatten: true })
  const { sessionId } = Attached.parse(attached)
  const ask = (method: string, params: object = {}) => devtools.send(method, params, sessionId)
  await ask('Page.enable')
  await ask('Emulation.setScriptExecutionDisabled', { value: true })
  const { frameTree } = Tree.parse(await ask('Page.getFrameTree'))
  // Also what would lead elsewhere (a refresh) ends here: with an error page in its place there would be nothing to print.
  devtools.on('Fetch.requestPaused', sessionId, ({ requestId }) => {
    ask('Fetch.failRequest', { requestId, errorReason: 'Aborted' }).catch(() => {})
  })
  await ask('Fetch.enable')
  const loaded = new Promise((resolve) => devtools.on('Page.loadEventFired', sessionId, resolve))
  await ask('Page.setDocumentContent', { frameId: frameTree.frame.id, html })
  await loaded
  return Buffer.from(Printed.parse(await ask('Page.printToPDF', printSettings(options))).data, 'base64')
}

function printSettings({ format = 'A4', landscape = false, marginMm = 12, footer }: PdfOptions): object {
  const [paperWidth, paperHeight] = paper[format]
  const margin = marginMm / mmPerInch
  return {
    landscape,
    paperWidth,
    paperHeight,
    marginTop: margin,
    marginRight: margin,
    marginBottom: margin,
    marginLeft: margin,
    printBackground: true,
    preferCSSPageSize: true,
    generateDocumentOutline: true,
    generateTaggedPDF: true,
    ...(footer !== undefined && { displayHeaderFooter: true, headerTemplate: '<span></span>', footerTemplate: footer }),
  }
}
