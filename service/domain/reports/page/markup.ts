/** Text that is not escaped again. */
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
// Invisible characters can hide text or reverse its direction. Joiners are needed by Persian and emoji.
const invisible = /(?!\u00ad|\u200c|\u200d|\n)[\p{Cf}\p{Cc}]/gu
const maxTextLength = 6_000

/** Makes untrusted text safe in markup and in a quoted attribute. */
export function escapeText(text: string): string {
  const plain = text
    .toWellFormed()
    .replace(/[\t\r]/g, ' ')
    .replace(invisible, '')
  const cut = plain.length > maxTextLength ? `${plain.slice(0, maxTextLength).toWellFormed()}…` : plain
  return cut.replace(/[&<>"']/g, (character) => entities[character] ?? '')
}

/** `html\`<p>${anything}</p>\``: values are escaped, except markup. */
export function html(texts: TemplateStringsArray, ...pieces: Piece[]): Markup {
  return new Markup(texts.map((text, index) => text + (index < pieces.length ? toText(pieces[index]) : '')).join(''))
}

function toText(piece: Piece): string {
  if (piece === null || piece === undefined || piece === false) return ''
  if (piece instanceof Markup) return piece.text
  if (Array.isArray(piece)) return piece.map(toText).join('')
  return escapeText(String(piece))
}

/** Blank lines separate paragraphs; single line breaks become <br>. */
export const paragraphs = (text: string): Markup[] =>
  text
    .split(/\n\s*\n/)
    .filter((part) => part.trim() !== '')
    .map((part) => html`<p>${part.split('\n').map((line, index) => [index > 0 && new Markup('<br>'), line])}</p>`)
