import type { Language } from '../../../operation/language.ts'
import type { Attachment } from '../../../platform/mail.ts'

/** The content of an e-mail as plain texts; rendering escapes and sanitizes them. */
export interface MailContent {
  /** Of the texts; English if it is missing. */
  language?: Language
  paragraphs: string[]
  tables?: MailTable[]
  link?: { text: string; url: string }
  /** The paragraphs contain text of sites: mail programs shall make no links of it. */
  hasSiteText?: boolean
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
  /** The logo. */
  attachments?: Attachment[]
}

/** How the agency presents itself; empty texts are left out. */
export interface MailBranding {
  company: string
  website: string
  /** `#rrggbb`. */
  color: string
  /** A data URL of an image; other logos are not shown, because an e-mail must not load anything. */
  logo: string
}

const noBranding: MailBranding = { company: '', website: '', color: '#14324f', logo: '' }

const usualFooters: Record<Language, string> = {
  en: 'Sent by Flotilla. Change the recipients in Settings → Notifications.',
  de: 'Gesendet von Flotilla. Empfänger ändern Sie unter Einstellungen → E-Mail.',
}
const logoId = 'logo@flotilla.invalid'

/** Mail programs show these; SVG is not shown by most, and an address would reveal when the e-mail is read. */
function logoOf({ logo }: MailBranding): Attachment | null {
  const [, type, base64] = /^data:image\/(png|jpeg|gif);base64,([A-Za-z0-9+/=]+)$/.exec(logo) ?? []
  if (!type || !base64) return null
  return { filename: `logo.${type}`, contentType: `image/${type}`, content: Buffer.from(base64, 'base64'), cid: logoId }
}

/** The content as HTML and as plain text. */
export function renderMail(heading: string, content: MailContent, branding = noBranding): RenderedMail {
  const logo = logoOf(branding)
  return {
    html: asHtml(heading, content, branding, logo !== null),
    text: asText(heading, content, branding),
    ...(logo && { attachments: [logo] }),
  }
}

/** The agency above the heading. */
function headerAsHtml({ company, color }: MailBranding, hasLogo: boolean): string[] {
  if (company === '' && !hasLogo) return []
  const image = `<img src="cid:${logoId}" alt="${escaped(company)}" style="max-height:48px;max-width:240px">`
  return [
    `<div style="margin:0 0 16px;padding:0 0 12px;border-bottom:3px solid ${colorOf(color)};font-weight:bold">`,
    hasLogo ? image : escaped(company),
    '</div>',
  ]
}

/** The agency below the footer. */
const signature = ({ company, website }: MailBranding) =>
  [company, website]
    .filter((each) => each !== '')
    .map((each) => `<br>${escaped(each)}`)
    .join('')

const colorOf = (color: string) => (/^#[0-9a-fA-F]{6}$/.test(color) ? color : noBranding.color)

function asHtml(
  heading: string,
  { language = 'en', paragraphs, tables = [], link, hasSiteText = false, footer = usualFooters[language] }: MailContent,
  branding: MailBranding,
  hasLogo: boolean,
): string {
  const href = link && webLink(link.url)
  const paragraph = (text: string) => (hasSiteText ? splitAddresses(escaped(text)) : escaped(text))
  const parts = [
    ...headerAsHtml(branding, hasLogo),
    `<h1 style="font-size:20px;margin:0 0 16px">${escaped(heading)}</h1>`,
    ...paragraphs.map((text) => `<p style="margin:0 0 12px">${paragraph(text)}</p>`),
    ...tables.map(tableAsHtml),
    ...(href ? [`<p style="margin:16px 0"><a href="${escaped(href)}">${escaped(link.text)}</a></p>`] : []),
    `<p style="margin:24px 0 0;color:#667;font-size:12px">${escaped(footer)}${signature(branding)}</p>`,
  ]
  return [
    '<!doctype html>',
    `<html lang="${language}"><head><meta charset="utf-8"><title>${escaped(heading)}</title></head>`,
    '<body style="margin:0;padding:24px;background:#f4f5f7;color:#223">',
    '<div style="max-width:640px;margin:0 auto;padding:24px;background:#fff;font:14px/1.5 sans-serif">',
    ...parts,
    '</div></body></html>',
  ].join('\n')
}

function tableAsHtml({ title, columns, rows }: MailTable): string {
  // Tables are about sites: mail programs shall make no links of what a site calls itself.
  const cell = (tag: string, text: string) =>
    `<${tag} style="text-align:left;padding:4px 12px 4px 0;border-bottom:1px solid #dde">${splitAddresses(escaped(text))}</${tag}>`
  const row = (tag: string, texts: string[]) => `<tr>${texts.map((text) => cell(tag, text)).join('')}</tr>`
  return [
    ...(title ? [`<h2 style="font-size:16px;margin:16px 0 8px">${escaped(title)}</h2>`] : []),
    '<table style="border-collapse:collapse;width:100%">',
    row('th', columns),
    ...limitRows(rows).map((texts) => row('td', texts)),
    '</table>',
  ].join('\n')
}

function asText(
  heading: string,
  { language = 'en', paragraphs, tables = [], link, footer = usualFooters[language] }: MailContent,
  { company, website }: MailBranding,
): string {
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
    ['-- ', sanitizeLine(footer), ...[company, website].filter((each) => each !== '').map(sanitizeLine)].join('\n'),
  ].join('\n\n')
}

const underlined = (text: string, line: string) => `${text}\n${line.repeat(Math.min(text.length, 70))}`

/** Mail programs make links of addresses in one piece of text; an element within stops that, and a copy has no extra character. */
const splitAddresses = (html: string) =>
  html.replaceAll('://', ':<span>//</span>').replace(/(?<=[\p{L}\p{N}])[.@](?=[\p{L}\p{N}])/gu, '<span>$&</span>')

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escaped = (text: string) => sanitizeLine(text).replace(/[&<>"']/g, (sign) => entities[sign] ?? '')
