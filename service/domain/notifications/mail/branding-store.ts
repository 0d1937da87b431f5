import { sql } from 'kysely'
import { type Database, queryRows } from '../../../platform/database/database.ts'
import type { MailBranding } from './render-mail.ts'

/** The agency's name, colour and logo, as entered for reports. */
export async function findMailBranding(db: Database): Promise<MailBranding> {
  const rows = await queryRows(
    db,
    sql<{ key: string; value: unknown }>`select key, value from report_settings
      where key in ('company_name', 'company_website', 'brand_color', 'logo')`,
  )
  const values = new Map(rows.map(({ key, value }) => [key, typeof value === 'string' ? value : '']))
  return {
    company: values.get('company_name') ?? '',
    website: values.get('company_website') ?? '',
    color: values.get('brand_color') || '#14324f',
    logo: values.get('logo') ?? '',
  }
}
