import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { DomainMonitorSettings, readDomainMonitorSettings } from '../bootstrap-settings.ts'
import { publicBootstrapUrl } from '../rdap-bootstrap.ts'
import { upsertBootstrapUrl } from '../settings-store.ts'

export const updateDomainMonitorSettings = operation({
  name: 'update-domain-monitor-settings',
  summary: 'Set the address of the list of domain registries; null or "" means the public one.',
  effect: 'change',
  idempotent: true,
  audit: 'one-transaction',
  permission: 'settings.manage',
  requires: 'domain-monitor',
  input: z.strictObject({
    bootstrap_url: z
      .string()
      .max(1000)
      .refine((text) => text === '' || isWebAddress(text), 'must be a web address that begins with http, or empty')
      .nullable()
      .optional(),
  }),
  output: DomainMonitorSettings,
  readOnly: ['is_public_default', 'known_top_level_domains', 'fetched_at', 'expires_at'],
})
  .plans(async ({ bootstrap_url }, context) => {
    const { bootstrap_url: before } = await readDomainMonitorSettings(context)
    const after = bootstrap_url === undefined ? before : bootstrap_url || publicBootstrapUrl
    return { would_affect: after === before ? [] : [{ bootstrap_url: after }] }
  })
  .does(async ({ bootstrap_url }, context) => {
    if (bootstrap_url !== undefined) {
      const isPublic = !bootstrap_url || bootstrap_url === publicBootstrapUrl
      await upsertBootstrapUrl(context.db, isPublic ? null : bootstrap_url)
    }
    return readDomainMonitorSettings(context)
  })

function isWebAddress(text: string): boolean {
  const url = URL.parse(text)
  return url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === ''
}
