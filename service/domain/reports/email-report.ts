import { z } from 'zod'
import type { Context } from '../../operation/context.ts'
import type { ItemResults } from '../../operation/item-results.ts'
import { type Attachment, type Delivery, type Mail, MailError } from '../../platform/mail.ts'
import { publishEvents } from '../events/index.ts'
import { mailError } from '../notifications/index.ts'
import { printPdf, reportFileName } from './answer-report.ts'
import { fillPlaceholders } from './branding.ts'
import { escapeText, html, paragraphs } from './page/markup.ts'
import { renderReport, reportPlaceholders } from './page/report-page.ts'
import { DayInput, type ReportPeriod } from './period.ts'
import { recipients } from './report.ts'
import { noRecipient } from './report-errors.ts'
import { findReportStyle, type ReportStyle } from './report-style.ts'
import type { WholeReport } from './whole-report.ts'

export const emailInput = {
  start_date: DayInput,
  end_date: DayInput,
  to: recipients.min(1).optional().describe('The recipients; by default the client.'),
  subject: z.string().min(1).max(200).optional().describe('By default the subject of the settings.'),
  message: z.string().min(1).max(5_000).optional().describe('By default the text of the settings.'),
}

export const EmailedReport = z.object({
  sent: z.literal(true),
  to: z.array(z.string()).describe('The recipients that the mail server accepted.'),
  rejected: z.array(z.string()),
  subject: z.string(),
  attachment: z.string(),
  message_id: z.string(),
})

/** The mail server can refuse some of the recipients. */
export const toEmailResults = ({ to, rejected }: z.output<typeof EmailedReport>): ItemResults => ({
  done: to.length,
  errors: rejected.map((address) => ({ code: 'svc_mail_failed', message: `The mail server refused ${address}.` })),
  label: ['report sent', 'reports sent'],
})

interface EmailTexts {
  subject?: string | undefined
  message?: string | undefined
}

type EmailInput = EmailTexts & { to?: string[] | undefined }

const requireRecipients = ({ to }: EmailInput, defaultRecipient: string | null | undefined): string[] => {
  const selected = to ?? (defaultRecipient ? [defaultRecipient] : [])
  if (selected.length === 0) throw noRecipient()
  return selected
}

export async function emailReport(
  context: Context,
  report: WholeReport,
  email: EmailInput,
  about: { siteId: number | null; clientId: number | null; defaultRecipient: string | null | undefined },
) {
  const { siteId, clientId, defaultRecipient } = about
  const to = requireRecipients(email, defaultRecipient)
  const mail = await prepareEmail(context, report, { ...email, to })
  const { accepted, rejected, messageId } = await sendEmail(context, mail)
  const { start_date, end_date } = report.period
  const data = { period: `${start_date} to ${end_date}`, scheduled: false, recipients: accepted }
  const subject = siteId === null ? `client:${clientId}` : `site:${siteId}`
  await publishEvents(context.db, [{ type: 'report.sent', siteId, clientId, subject, data }], context.clock.now())
  const attachment = mail.attachments[0].filename
  return { sent: true as const, to: accepted, rejected, subject: mail.subject, attachment, message_id: messageId }
}

/** Reads and prints no report. */
export async function planEmail(
  context: Context,
  about: { subject: string; period: ReportPeriod; clientId: number | null },
  email: EmailInput,
  defaultRecipient: string | null | undefined,
) {
  const to = requireRecipients(email, defaultRecipient)
  const style = await findReportStyle(context, { printed: false, clientId: about.clientId })
  const { subject } = composeEmail(about, { ...email, to }, style)
  const attachment = `${reportFileName(about)}.pdf`
  const { missing } = context.mail
  return {
    would_affect: to.map((address) => ({ to: address, subject, attachment })),
    warnings: [
      ...(missing === null ? [] : [missing]),
      ...(context.browser.available() ? [] : ['There is no Chromium here to print the report with.']),
    ],
  }
}

function composeEmail(
  report: Pick<WholeReport, 'subject' | 'period'>,
  { to, subject, message }: EmailTexts & { to: readonly string[] },
  style: ReportStyle,
): Omit<Mail, 'attachments'> {
  const placeholders = reportPlaceholders(report, style)
  const text = fillPlaceholders(message ?? style.branding.email_text, placeholders)
  const { title, company_name, company_website, company_phone, brand_color } = style.branding
  const signature = [company_website, company_phone].filter((each) => each !== '')
  const header = `margin:0 0 20px;padding:0 0 12px;border-bottom:3px solid ${brand_color};font-size:18px;font-weight:bold`
  const page = html`<!doctype html><html lang="${style.language}"><head><meta charset="utf-8"><title>${title}</title></head>
<body style="margin:0;padding:24px;background:#f4f5f7;color:#1c2b38;font:15px/1.6 sans-serif">
<div style="max-width:640px;margin:0 auto;padding:24px;background:#fff">
${company_name !== '' && html`<p style="${header}">${company_name}</p>`}
${paragraphs(text)}
${signature.length > 0 && html`<p style="margin:24px 0 0;color:#667;font-size:12px">${signature.join(' · ')}</p>`}
</div></body></html>`
  return {
    to,
    subject: fillPlaceholders(subject ?? style.branding.email_subject, placeholders),
    text: withoutInvisible(text),
    html: page.text,
  }
}

/** Characters that are removed from the page are removed from the text, too. */
const withoutInvisible = (text: string) =>
  escapeText(text)
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')

/** The e-mail with the printed report. Printing can take a minute. */
export async function prepareEmail(
  context: Pick<Context, 'db' | 'settings' | 'outbound' | 'browser' | 'mail'>,
  report: WholeReport,
  email: EmailTexts & { to: readonly string[] },
): Promise<Mail & { attachments: [Attachment]; messageId: string }> {
  // Checked before the report is printed.
  if (context.mail.missing !== null) throw mailError(new MailError('not-configured', context.mail.missing))
  const style = await findReportStyle(context, { printed: true, clientId: report.clientId })
  const content = await printPdf(context, renderReport(report, style), style)
  const attachment = { filename: `${reportFileName(report)}.pdf`, contentType: 'application/pdf', content }
  return { ...composeEmail(report, email, style), messageId: context.mail.createMessageId(), attachments: [attachment] }
}

export async function sendEmail({ mail: mailer }: Pick<Context, 'mail'>, mail: Mail): Promise<Delivery> {
  try {
    return await mailer.send(mail)
  } catch (error) {
    throw error instanceof MailError ? mailError(error) : error
  }
}
