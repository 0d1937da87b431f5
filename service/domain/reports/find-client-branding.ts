import { z } from 'zod'
import type { Language } from '../../operation/language.ts'
import type { Db } from '../../platform/database/database.ts'
import { type Branding, translateDefaults } from './branding.ts'
import { findBranding } from './branding-store.ts'
import { type ClientBranding, clientBrandingShape, defaultLanguage } from './client-branding.ts'
import { listClientBranding } from './client-branding-store.ts'

/** The branding of the reports of a client; null: of reports about no client. */
export async function findBrandingFor(
  db: Db,
  clientId: number | null,
): Promise<{ branding: Branding; language: Language }> {
  const common = await findBranding(db)
  const { language = defaultLanguage, ...own } = clientId === null ? {} : await listClientBranding(db, clientId)
  return { branding: translateDefaults({ ...common, ...own }, language), language }
}

export async function describeClientBranding(db: Db, clientId: number): Promise<z.input<typeof ClientBranding>> {
  const own = await listClientBranding(db, clientId)
  const { branding, language } = await findBrandingFor(db, clientId)
  return { client_id: clientId, own, used: z.object(clientBrandingShape).parse({ ...branding, language }) }
}
