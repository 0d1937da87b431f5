/** What an e-mail says, as plain texts: whoever writes it need not think of markup, nor of what a site calls itself. */
export interface MailContent {
  /** Sentences at the top. */
  paragraphs: string[]
  tables?: MailTable[]
  /** The way on, at the bottom. */
  link?: { text: string; url: string }
}

export interface MailTable {
  title?: string
  columns: string[]
  rows: string[][]
}

const longestText = 1_000
const mostRows = 500

// What has no shape: it hides words or turns the direction of writing. Joiners stay: Persian and emoji need them.
const invisible = /(?![\u00ad\u200c\u200d])\p{Cf}/gu

/** A text from anywhere as one harmless line, and no more of it than a person reads. */
export function harmless(text: string): string {
  const line = text
    .toWellFormed()
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .replace(invisible, '')
    .trim()
  return line.length > longestText ? `${line.slice(0, longestText).toWellFormed()}…` : line
}

/** Only as many rows as a mail program can bear; the last one says how many there are. */
export function bearableRows(rows: string[][]): string[][] {
  if (rows.length <= mostRows) return rows
  return [...rows.slice(0, mostRows), [`… and ${rows.length - mostRows} more`]]
}

/** The address of a link, or null where it leads anywhere but to a web page. */
export function webLink(url: string): string | null {
  const parsed = URL.parse(url)
  return parsed && /^https?:$/.test(parsed.protocol) ? parsed.href : null
}
