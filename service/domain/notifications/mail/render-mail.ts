/** The content of an e-mail as plain texts; rendering escapes and sanitizes them. */
export interface MailContent {
  paragraphs: string[]
  tables?: MailTable[]
  link?: { text: string; url: string }
  /** Instead of the usual last line. */
  footer?: string
}

export interface MailTable {
  title?: string
  columns: string[]
  rows: string[][]
}

const maxTextLength = 1_000
const maxRows = 500

// Invisible characters hide text or change the reading direction. Joiners stay: Persian and emoji need them.
const invisible = /(?![\u00ad\u200c\u200d])\p{Cf}/gu

/** One line without control and invisible characters, limited in length. */
function sanitizeLine(text: string): string {
  const line = text
    .toWellFormed()
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .replace(invisible, '')
    .trim()
  return line.length > maxTextLength ? `${line.slice(0, maxTextLength).toWellFormed()}…` : line
}

/** Limits the rows for mail programs; the last row has the number of the others. */
function limitRows(rows: string[][]): string[][] {
  if (rows.length <= maxRows) return rows
  return [...rows.slice(0, maxRows), [`… and ${rows.length - maxRows} more`]]
}

/** null for links that are not http or https. */
function webLink(url: string): string | null {
  const parsed = URL.parse(url)
  return parsed && /^https?:$/.test(parsed.protocol) ? parsed.href : null
}

export interface RenderedMail {
  html: string
  text: string
}

const usualFooter = 'Sent by Flotilla. Change the recipients in Settings → E-mails.'

/** The content as HTML and as plain text. */
export function renderMail(heading: string, content: MailContent): RenderedMail {
  return { html: asHtml(heading, content), text: asText(heading, content) }
}

function asHtml(heading: string, { paragraphs, tables = [], link, footer = usualFooter }: MailContent): string {
  const href = link && webLink(link.url)
  const parts = [
    `<h1 style="font-size:20px;margin:0 0 16px">${escaped(heading)}</h1>`,
    ...paragraphs.map((text) => `<p style="margin:0 0 12px">${escaped(text)}</p>`),
    ...tables.map(tableAsHtml),
    ...(href ? [`<p style="margin:16px 0"><a href="${escaped(href)}">${escaped(link.text)}</a></p>`] : []),
    `<p style="margin:24px 0 0;color:#667;font-size:12px">${escaped(footer)}</p>`,
  ]
  return [
    '<!doctype html>',
    `<html lang="en"><head><meta charset="utf-8"><title>${escaped(heading)}</title></head>`,
    '<body style="margin:0;padding:24px;background:#f4f5f7;color:#223">',
    '<div style="max-width:640px;margin:0 auto;padding:24px;background:#fff;font:14px/1.5 sans-serif">',
    ...parts,
    '</div></body></html>',
  ].join('\n')
}

function tableAsHtml({ title, columns, rows }: MailTable): string {
  const cell = (tag: string, text: string) =>
    `<${tag} style="text-align:left;padding:4px 12px 4px 0;border-bottom:1px solid #dde">${escaped(text)}</${tag}>`
  const row = (tag: string, texts: string[]) => `<tr>${texts.map((text) => cell(tag, text)).join('')}</tr>`
  return [
    ...(title ? [`<h2 style="font-size:16px;margin:16px 0 8px">${escaped(title)}</h2>`] : []),
    '<table style="border-collapse:collapse;width:100%">',
    row('th', columns),
    ...limitRows(rows).map((texts) => row('td', texts)),
    '</table>',
  ].join('\n')
}

function asText(heading: string, { paragraphs, tables = [], link, footer = usualFooter }: MailContent): string {
  const href = link && webLink(link.url)
  return [
    underlined(sanitizeLine(heading), '='),
    ...paragraphs.map(sanitizeLine),
    ...tables.map(({ title, columns, rows }) =>
      [
        ...(title ? [underlined(sanitizeLine(title), '-')] : []),
        ...[columns, ...limitRows(rows)].map((texts) => texts.map(sanitizeLine).join(' | ')),
      ].join('\n'),
    ),
    ...(href ? [`${sanitizeLine(link.text)}: ${href}`] : []),
    `-- \n${sanitizeLine(footer)}`,
  ].join('\n\n')
}

const underlined = (text: string, line: string) => `${text}\n${line.repeat(Math.min(text.length, 70))}`

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escaped = (text: string) => sanitizeLine(text).replace(/[&<>"']/g, (sign) => entities[sign] ?? '')
