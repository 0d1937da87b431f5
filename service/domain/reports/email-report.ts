import { z } from 'zod'
import type { Context } from '../../operation/context.ts'
import { fileName } from './answer-report.ts'
import { DayInput, type ReportPeriod } from './period.ts'
import { noRecipient } from './report-errors.ts'
import { recipients } from './report-input.ts'
import { deliver, prepareMail, writeLetter } from './report-mail.ts'
import { reportStyleOf } from './report-style-of.ts'
import type { WholeReport } from './whole-report.ts'

/** What both e-mails of reports take and answer. */
export const emailInput = {
  start_date: DayInput,
  end_date: DayInput,
  to: recipients.min(1).optional().describe('Who gets it; without any, the client.'),
  subject: z.string().min(1).max(200).optional().describe('Instead of the subject of the settings.'),
  message: z.string().min(1).max(5_000).optional().describe('Instead of the text of the settings.'),
}

export const EmailedReport = z.object({
  sent: z.literal(true),
  to: z.array(z.string()).describe('Whom the mail server took it for.'),
  rejected: z.array(z.string()),
  subject: z.string(),
  attachment: z.string(),
  message_id: z.string(),
})

interface Wanted {
  to?: string[] | undefined
  subject?: string | undefined
  message?: string | undefined
}

const requireRecipients = ({ to }: Wanted, usual: string | null | undefined): string[] => {
  const chosen = to ?? (usual ? [usual] : [])
  if (chosen.length === 0) throw noRecipient()
  return chosen
}

export async function emailReport(
  context: Context,
  report: WholeReport,
  wanted: Wanted,
  usual: string | null | undefined,
) {
  const to = requireRecipients(wanted, usual)
  const mail = await prepareMail(context, report, { ...wanted, to })
  const { accepted, rejected, messageId } = await deliver(context, mail)
  const attachment = mail.attachments![0]!.filename
  return { sent: true as const, to: accepted, rejected, subject: mail.subject, attachment, message_id: messageId }
}

/** What would be sent, without gathering or printing anything. */
export async function planEmail(
  context: Context,
  about: { subject: string; period: ReportPeriod },
  wanted: Wanted,
  usual: string | null | undefined,
) {
  const to = requireRecipients(wanted, usual)
  const { subject } = writeLetter(about, { ...wanted, to }, await reportStyleOf(context, { printed: false }))
  const attachment = `${fileName('report', about.subject, about.period.start_date, about.period.end_date)}.pdf`
  const { missing } = context.mail
  return {
    would_affect: to.map((address) => ({ to: address, subject, attachment })),
    warnings: [
      ...(missing === null ? [] : [missing]),
      ...(context.browser.available() ? [] : ['There is no Chromium here to print the report with.']),
    ],
  }
}
