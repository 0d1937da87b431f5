import { z } from 'zod'
import type { Context } from '../../operation/context.ts'
import { isoTime, timestamp } from '../../operation/shapes.ts'
import { findBootstrap } from './bootstrap-store.ts'
import { publicBootstrapUrl } from './rdap-bootstrap.ts'
import { findBootstrapUrl } from './settings-store.ts'

export const DomainMonitorSettings = z.object({
  bootstrap_url: z.string().describe('Where the list of registries is read (RFC 9224).'),
  is_public_default: z.boolean(),
  known_top_level_domains: z.int().describe('How many the list had when it was last read.'),
  fetched_at: timestamp.nullable(),
  expires_at: timestamp.nullable(),
})

export async function readDomainMonitorSettings({ db }: Pick<Context, 'db'>) {
  const own = await findBootstrapUrl(db)
  const bootstrap_url = own ?? publicBootstrapUrl
  const kept = await findBootstrap(db, bootstrap_url)
  return {
    bootstrap_url,
    is_public_default: own === null,
    known_top_level_domains: Object.keys(kept?.servers ?? {}).length,
    fetched_at: isoTime(kept?.fetched_at ?? null),
    expires_at: isoTime(kept?.expires_at ?? null),
  }
}
