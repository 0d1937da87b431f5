import { z } from 'zod'
import type { Language } from '../../operation/language.ts'
import { typedKeys } from '../../platform/typed-keys.ts'
import { isLogo } from './logo.ts'

/** In the default order. */
export const sectionNames = [
  'overview',
  'uptime',
  'updates',
  'security',
  'backups',
  'content',
  'performance',
  'work',
  'pending',
] as const
export type SectionName = (typeof sectionNames)[number]

const line = (maxLength: number) =>
  z
    .string()
    .max(maxLength)
    .refine((text) => !/\p{Cc}/u.test(text), 'must be one line of text')
const paragraphs = z.string().max(5_000)
const color = z.string().regex(/^#[0-9a-fA-F]{6}$/, 'must be a colour such as #1f4e79')
const webAddress = z
  .string()
  .max(2_000)
  .refine((text) => text === '' || /^https?:$/.test(URL.parse(text)?.protocol ?? ''), 'must be a web address, or empty')

export const brandingShape = {
  company_name: line(120).describe('The sender of the reports.'),
  company_website: webAddress.describe('Shown at the bottom of the cover.'),
  company_email: z.union([z.literal(''), z.email().max(254)]).describe('Shown at the bottom of the cover.'),
  company_phone: line(60).describe('Shown at the bottom of the cover.'),
  logo: z
    .string()
    .max(700_000)
    .refine(isLogo, 'must be an https address or a data URL of a PNG, JPEG, GIF, WebP or SVG image up to 500 kB')
    .describe('A data URL (data:image/png;base64,…) or an https address; empty: the name of the company.'),
  brand_color: color.describe('The colour of the cover and of headings.'),
  accent_color: color.describe('The colour of bars and markers.'),
  title: line(120).describe('The title on the cover.'),
  introduction: paragraphs.describe('Text before the figures; {client}, {period} and {company} are replaced.'),
  closing: paragraphs.describe('Text after the last figures, with the same placeholders.'),
  footer: line(200).describe('At the bottom of the last page.'),
  paper: z.enum(['A4', 'Letter']).describe('The size of the pages of a PDF.'),
  sections: z.array(z.enum(sectionNames)).min(1).max(sectionNames.length).describe('The sections, in this order.'),
  email_subject: line(200).describe('The subject of e-mails with a report, with the same placeholders.'),
  email_text: paragraphs.describe('The text of such e-mails, with the same placeholders.'),
} as const

const Branding = z.object(brandingShape)
export type Branding = z.output<typeof Branding>

export const defaultBranding: Branding = {
  company_name: '',
  company_website: '',
  company_email: '',
  company_phone: '',
  logo: '',
  brand_color: '#14324f',
  accent_color: '#1a9e8f',
  title: 'Website care report',
  introduction:
    'This report shows how your website did and what we did for it in {period}: how reliably it was reachable, what was updated, and how its security stands.',
  closing:
    'If you have any questions about this report, just reply to the e-mail it came with. Thank you for your trust.',
  footer: '',
  paper: 'A4',
  sections: [...sectionNames],
  email_subject: 'Your website report for {period}',
  email_text:
    'Hello {client},\n\nyour website report for {period} is attached. It shows what we did for your website and how it performed.\n\nKind regards\n{company}',
}

/** In place of the English defaults that the agency did not change. */
const germanDefaults: Partial<Branding> = {
  title: 'Website-Bericht',
  introduction:
    'Dieser Bericht zeigt, wie es Ihrer Website ging und was wir für sie getan haben ({period}): wie zuverlässig sie erreichbar war, was aktualisiert wurde und wie es um ihre Sicherheit steht.',
  closing:
    'Wenn Sie Fragen zu diesem Bericht haben, antworten Sie einfach auf die E-Mail, mit der er kam. Vielen Dank für Ihr Vertrauen.',
  email_subject: 'Ihr Website-Bericht für {period}',
  email_text:
    'Guten Tag {client},\n\nanbei erhalten Sie den Bericht über Ihre Website für {period}.\n\nMit freundlichen Grüßen\n{company}',
}

/** The texts of the agency stay as they are. */
export function translateDefaults(branding: Branding, language: Language): Branding {
  if (language === 'en') return branding
  const unchanged = typedKeys(germanDefaults).filter((name) => branding[name] === defaultBranding[name])
  return { ...branding, ...Object.fromEntries(unchanged.map((name) => [name, germanDefaults[name]])) }
}

export interface Placeholders {
  client: string
  period: string
  company: string
}

/** Replaces {client}, {period} and {company}, once. */
export const fillPlaceholders = (text: string, placeholders: Placeholders): string =>
  text.replace(/\{(client|period|company)\}/g, (_, name: keyof Placeholders) => placeholders[name])
