import type { Context } from '../../operation/context.ts'
import { type Delivery, type Mail, MailError } from '../../platform/mail.ts'
import { mailError } from '../notifications/index.ts'
import { printPdf } from './answer-report.ts'
import { fillWords } from './branding.ts'
import { fileNameOf } from './make-report.ts'
import { escaped, html, paragraphs } from './page/markup.ts'
import { renderReport, wordsOf } from './page/page.ts'
import type { ReportStyle } from './page/report-style.ts'
import { reportStyleOf } from './report-style-of.ts'
import type { WholeReport } from './whole-report.ts'

export interface Letter {
  to: readonly string[]
  subject?: string | undefined
  message?: string | undefined
}

/** What the e-mail says; without words of its own, what the settings say. */
export function writeLetter(
  report: Pick<WholeReport, 'subject' | 'period'>,
  { to, subject, message }: Letter,
  look: ReportStyle,
): Omit<Mail, 'attachments'> {
  const words = wordsOf(report, look)
  const text = fillWords(message ?? look.branding.email_text, words)
  const page = html`<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${look.branding.title}</title></head>
<body style="margin:0;padding:24px;color:#1c2b38;font:15px/1.6 sans-serif">${paragraphs(text)}</body></html>`
  return { to, subject: fillWords(subject ?? look.branding.email_subject, words), text: plain(text), html: page.text }
}

/** What is invisible in the page is not in the text either. */
const plain = (text: string) =>
  escaped(text)
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')

type Sending = Pick<Context, 'db' | 'settings' | 'outbound' | 'browser' | 'mail'>

/** The whole e-mail with the printed report, which takes a minute to make and a moment to send. */
export async function prepareMail(context: Sending, report: WholeReport, letter: Letter): Promise<Mail> {
  // Said before a minute of printing, not after it.
  if (context.mail.missing !== null) throw mailError(new MailError('not-configured', context.mail.missing))
  const look = await reportStyleOf(context, { printed: true })
  const content = await printPdf(context, renderReport(report, look), look)
  const attachment = { filename: `${fileNameOf(report)}.pdf`, contentType: 'application/pdf', content }
  return { ...writeLetter(report, letter, look), attachments: [attachment] }
}

export async function deliver({ mail: mailer }: Pick<Context, 'mail'>, mail: Mail): Promise<Delivery> {
  try {
    return await mailer.send(mail)
  } catch (error) {
    throw error instanceof MailError ? mailError(error) : error
  }
}
