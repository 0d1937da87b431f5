import { z } from 'zod'
import { BrowserError } from './browser-error.ts'
import type { RunningChromium } from './launch.ts'

export interface PdfOptions {
  format?: 'A4' | 'Letter'
  landscape?: boolean
  /** On all four sides, in millimetres. */
  marginMm?: number
  /** HTML below each page; `<span class="pageNumber">` and `totalPages` are filled in. */
  footer?: string
}

const paper = { A4: [8.27, 11.69], Letter: [8.5, 11] } as const
const mmPerInch = 25.4

const Attached = z.object({ sessionId: z.string() })
const Created = z.object({ targetId: z.string() })
const Tree = z.object({ frameTree: z.object({ frame: z.object({ id: z.string() }) }) })
const Printed = z.object({ stream: z.string() })
const Piece = z.object({ data: z.string(), base64Encoded: z.boolean().default(false), eof: z.boolean() })
const bytesPerPiece = 1024 * 1024

/** Below the limit of unread bytes per caller: a larger document could never be sent. */
export const maxPdfBytes = 12 * 1024 * 1024

/** Prints a page that we generate. Scripts are off, and nothing is loaded: images must be data: addresses. */
export async function printPage(
  { devtools }: RunningChromium,
  html: string,
  options: PdfOptions,
  maxBytes: number,
): Promise<Buffer> {
  const { targetId } = Created.parse(await devtools.send('Target.createTarget', { url: 'about:blank' }))
  const attached = await devtools.send('Target.attachToTarget', { targetId, flatten: true })
  const { sessionId } = Attached.parse(attached)
  const ask = (method: string, params: object = {}) => devtools.send(method, params, sessionId)
  await ask('Page.enable')
  await ask('Emulation.setScriptExecutionDisabled', { value: true })
  const { frameTree } = Tree.parse(await ask('Page.getFrameTree'))
  // A redirect (refresh) ends here as well: an error page would leave nothing to print.
  devtools.on('Fetch.requestPaused', sessionId, ({ requestId }) => {
    ask('Fetch.failRequest', { requestId, errorReason: 'Aborted' }).catch(() => {})
  })
  await ask('Fetch.enable')
  const loaded = new Promise((resolve) => devtools.on('Page.loadEventFired', sessionId, resolve))
  await ask('Page.setDocumentContent', { frameId: frameTree.frame.id, html })
  await loaded
  const { stream } = Printed.parse(await ask('Page.printToPDF', printSettings(options)))
  return readPieces(async () => Piece.parse(await ask('IO.read', { handle: stream, size: bytesPerPiece })), maxBytes)
}

async function readPieces(read: () => Promise<z.output<typeof Piece>>, maxBytes: number): Promise<Buffer> {
  const pieces: Buffer[] = []
  let size = 0
  for (;;) {
    const { data, base64Encoded, eof } = await read()
    const piece = Buffer.from(data, base64Encoded ? 'base64' : 'latin1')
    size += piece.length
    if (size > maxBytes) {
      const megabytes = Math.round(maxBytes / 2 ** 20)
      throw new BrowserError(
        'failed',
        `The document has more than ${megabytes} MB. Choose a shorter period or fewer sites.`,
      )
    }
    pieces.push(piece)
    if (eof) return Buffer.concat(pieces)
  }
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
    transferMode: 'ReturnAsStream',
    ...(footer !== undefined && { displayHeaderFooter: true, headerTemplate: '<span></span>', footerTemplate: footer }),
  }
}
