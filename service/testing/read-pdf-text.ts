import { inflateSync } from 'node:zlib'

/** The text of a PDF that Chromium printed, page after page, one space between the pieces of a line, without ligatures. Only what such files contain. */
export function readPdfText(pdf: Buffer): string {
  const objects = readObjects(pdf)
  const pages = [...objects.values()].filter(({ head }) => /\/Type\s*\/Page\b(?!s)/.test(head))
  return pages
    .map(({ head }) => {
      const fonts = fontsOf(head, objects)
      const contents = referencesIn(/\/Contents\s*(\[[^\]]*\]|\d+ 0 R)/.exec(head)?.[1] ?? '')
      return contents.map((id) => readContent(objects.get(id)?.stream ?? '', fonts)).join(' ')
    })
    .join('\n')
    .replaceAll(/[\ufb00-\ufb04]/g, (ligature) => ligature.normalize('NFKC'))
}

interface PdfObject {
  head: string
  /** Unpacked. */
  stream: string
}

function readObjects(pdf: Buffer): Map<number, PdfObject> {
  const text = pdf.toString('latin1')
  const objects = new Map<number, PdfObject>()
  for (const found of text.matchAll(/(?:^|\n)(\d+) 0 obj\r?\n?/g)) {
    const start = found.index + found[0].length
    const end = text.indexOf('endobj', start)
    const streamAt = text.indexOf('stream', start)
    const hasStream = streamAt > 0 && streamAt < end
    const head = text.slice(start, hasStream ? streamAt : end)
    const length = Number(/\/Length (\d+)/.exec(head)?.[1] ?? 0)
    const from = streamAt + 'stream'.length + (text[streamAt + 6] === '\r' ? 2 : 1)
    const bytes = hasStream ? pdf.subarray(from, from + length) : Buffer.alloc(0)
    const isPacked = head.includes('/FlateDecode') && bytes.length > 0
    objects.set(Number(found[1]), { head, stream: (isPacked ? inflateSync(bytes) : bytes).toString('latin1') })
  }
  return objects
}

const referencesIn = (text: string): number[] => [...text.matchAll(/(\d+) 0 R/g)].map(([, id]) => Number(id))

type Letters = Map<number, string>

/** The letters of each font by its name on the page. */
function fontsOf(page: string, objects: Map<number, PdfObject>): Map<string, Letters> {
  const [resources] = referencesIn(/\/Resources\s*(\d+ 0 R)/.exec(page)?.[1] ?? '')
  const inside = resources === undefined ? page : (objects.get(resources)?.head ?? '')
  const [fontsAt] = referencesIn(/\/Font\s*(\d+ 0 R)/.exec(inside)?.[1] ?? '')
  const list =
    fontsAt === undefined ? (/\/Font\s*<<(.*?)>>/s.exec(inside)?.[1] ?? '') : (objects.get(fontsAt)?.head ?? '')
  return new Map(
    [...list.matchAll(/\/(\w+) (\d+) 0 R/g)].map(([, name = '', id]) => {
      const [map] = referencesIn(/\/ToUnicode\s*(\d+ 0 R)/.exec(objects.get(Number(id))?.head ?? '')?.[1] ?? '')
      return [name, lettersOf(map === undefined ? '' : (objects.get(map)?.stream ?? ''))]
    }),
  )
}

const textOf = (hex: string) => Buffer.from(hex, 'hex').swap16().toString('utf16le')

function lettersOf(map: string): Letters {
  const letters: Letters = new Map()
  for (const [, block = ''] of map.matchAll(/beginbfchar(.*?)endbfchar/gs))
    for (const [, glyph = '', letter = ''] of block.matchAll(/<([0-9A-Fa-f]+)>\s*<([0-9A-Fa-f]+)>/g))
      letters.set(Number.parseInt(glyph, 16), textOf(letter))
  for (const [, block = ''] of map.matchAll(/beginbfrange(.*?)endbfrange/gs))
    for (const [, from = '', to = '', first = ''] of block.matchAll(/<(\w+)>\s*<(\w+)>\s*<(\w+)>/g))
      for (let glyph = Number.parseInt(from, 16); glyph <= Number.parseInt(to, 16); glyph++) {
        const code = Number.parseInt(first, 16) + glyph - Number.parseInt(from, 16)
        letters.set(glyph, String.fromCodePoint(code))
      }
  return letters
}

function readContent(content: string, fonts: Map<string, Letters>): string {
  let letters: Letters = new Map()
  const pieces: string[] = []
  for (const [part, font] of content.matchAll(/\/(\w+) [\d.-]+ Tf|<[0-9A-Fa-f]*>|\bET\b/g)) {
    if (font !== undefined) letters = fonts.get(font) ?? letters
    else if (part === 'ET') pieces.push(' ')
    else
      for (const [glyph] of part.slice(1, -1).matchAll(/..../g))
        pieces.push(letters.get(Number.parseInt(glyph, 16)) ?? '')
  }
  return pieces.join('').replace(/\s+/g, ' ').trim()
}
