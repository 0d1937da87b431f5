/** Text that is known to be markup; everything else is escaped. */
export class Markup {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }

  toString(): string {
    return this.text
  }
}

export type Piece = Markup | string | number | null | undefined | false | readonly Piece[]

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
// What has no shape hides words or turns the direction of writing. Joiners stay: Persian and emoji need them.
const invisible = /(?!\u00ad|\u200c|\u200d|\n)[\p{Cf}\p{Cc}]/gu
const longestText = 6_000

/** A text from anywhere, harmless within markup and within a quoted attribute. */
export function escaped(text: string): string {
  const plain = text
    .toWellFormed()
    .replace(/[\t\r]/g, ' ')
    .replace(invisible, '')
  const cut = plain.length > longestText ? `${plain.slice(0, longestText).toWellFormed()}…` : plain
  return cut.replace(/[&<>"']/g, (sign) => entities[sign]!)
}

/** `html\`<p>${anything}</p>\``: what is put in is escaped unless it is markup itself. */
export function html(texts: TemplateStringsArray, ...pieces: Piece[]): Markup {
  return new Markup(texts.map((text, place) => text + (place < pieces.length ? written(pieces[place]) : '')).join(''))
}

function written(piece: Piece): string {
  if (piece === null || piece === undefined || piece === false) return ''
  if (piece instanceof Markup) return piece.text
  if (Array.isArray(piece)) return piece.map(written).join('')
  return escaped(String(piece))
}

/** Blank lines divide paragraphs, single ones break them. */
export const paragraphs = (text: string): Markup[] =>
  text
    .split(/\n\s*\n/)
    .filter((part) => part.trim() !== '')
    .map((part) => html`<p>${part.split('\n').map((line, place) => [place > 0 && new Markup('<br>'), line])}</p>`)
