import { z } from 'zod'
import type { Context } from '../../operation/context.ts'
import { isoTime, timestamp } from '../../operation/shapes.ts'
import { findBootstrap } from './bootstrap-store.ts'
import { publicBootstrapUrl } from './rdap-bootstrap.ts'
import { findBootstrapUrl } from './settings-store.ts'

export const DomainMonitorSettings = z.object({
  bootstrap_url: z.string().describe('Address of the list of registries (RFC 9224).'),
  is_public_default: z.boolean(),
  known_top_level_domains: z.int().describe('Number of top-level domains in the stored list.'),
  fetched_at: timestamp.nullable(),
  expires_at: timestamp.nullable(),
})

export async function readDomainMonitorSettings({ db }: Pick<Context, 'db'>) {
  const own = await findBootstrapUrl(db)
  const bootstrap_url = own ?? publicBootstrapUrl
  const stored = await findBootstrap(db, bootstrap_url)
  return {
    bootstrap_url,
    is_public_default: own === null,
    known_top_level_domains: Object.keys(stored?.servers ?? {}).length,
    fetched_at: isoTime(stored?.fetched_at ?? null),
    expires_at: isoTime(stored?.expires_at ?? null),
  }
}
