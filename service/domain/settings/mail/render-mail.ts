import { bearableRows, harmless, type MailContent, type MailTable, webLink } from './mail-content.ts'

export interface Rendered {
  html: string
  text: string
}

const footer = 'Sent by Flotilla. Who gets this e-mail is decided in Settings → E-mails.'

/** The same content twice: marked up, and as plain text for those who read that. */
export function renderMail(heading: string, content: MailContent): Rendered {
  return { html: asHtml(heading, content), text: asText(heading, content) }
}

function asHtml(heading: string, { paragraphs, tables = [], link }: MailContent): string {
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
    ...bearableRows(rows).map((texts) => row('td', texts)),
    '</table>',
  ].join('\n')
}

function asText(heading: string, { paragraphs, tables = [], link }: MailContent): string {
  const href = link && webLink(link.url)
  return [
    underlined(harmless(heading), '='),
    ...paragraphs.map(harmless),
    ...tables.map(({ title, columns, rows }) =>
      [
        ...(title ? [underlined(harmless(title), '-')] : []),
        ...[columns, ...bearableRows(rows)].map((texts) => texts.map(harmless).join(' | ')),
      ].join('\n'),
    ),
    ...(href ? [`${harmless(link.text)}: ${href}`] : []),
    `-- \n${footer}`,
  ].join('\n\n')
}

const underlined = (text: string, line: string) => `${text}\n${line.repeat(Math.min(text.length, 70))}`

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escaped = (text: string) => harmless(text).replace(/[&<>"']/g, (sign) => entities[sign]!)
