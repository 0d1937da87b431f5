import { FileAnswer } from '../../operation/answers.ts'
import type { Context } from '../../operation/context.ts'
import type { ReportStyle } from './page/report-style.ts'

export const htmlType = 'text/html; charset=utf-8'

/** A page as a document to hand over; without Chromium there is none, and the error says how to get one. */
export const printPdf = (
  { browser }: Pick<Context, 'browser'>,
  page: string,
  { branding }: ReportStyle,
): Promise<Buffer> => browser.printToPdf(page, { format: branding.paper })

/** The page itself, or printed. */
export async function answerPage(
  context: Pick<Context, 'browser'>,
  format: 'html' | 'pdf',
  name: string,
  page: string,
  look: ReportStyle,
): Promise<FileAnswer> {
  if (format === 'html') return new FileAnswer(`${name}.html`, htmlType, page)
  return new FileAnswer(`${name}.pdf`, 'application/pdf', await printPdf(context, page, look))
}

/** A name for a file: what people call the thing, in letters that every system takes. */
export const fileName = (...words: string[]) =>
  words
    .join('-')
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 100) || 'report'
