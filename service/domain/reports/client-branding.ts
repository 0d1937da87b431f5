import { z } from 'zod'
import { type Language, languages } from '../../operation/language.ts'
import { brandingShape } from './branding.ts'

const { company_name, logo, brand_color, accent_color, title, introduction, closing, footer } = brandingShape
const { sections, email_subject, email_text } = brandingShape

/** What can differ for a client. Everything else is the same for all. */
export const clientBrandingShape = {
  company_name,
  logo,
  brand_color,
  accent_color,
  title,
  introduction,
  closing,
  footer,
  sections,
  email_subject,
  email_text,
  language: z.enum(languages).describe('The language of reports and e-mails for the client.'),
} as const

export const ClientBranding = z.object({
  client_id: z.int(),
  own: z.object(clientBrandingShape).partial().describe('What differs for this client.'),
  used: z.object(clientBrandingShape).describe('What its reports use: its own values, otherwise those of all reports.'),
})

export type OwnBranding = Partial<z.output<z.ZodObject<typeof clientBrandingShape>>>

export const defaultLanguage: Language = 'en'
