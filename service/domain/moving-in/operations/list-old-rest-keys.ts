import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { listRestKeyFacts } from '../parity/facts-store.ts'

const text = (value: unknown) => (typeof value === 'string' ? value : '')

export const listOldRestKeys = operation({
  name: 'list-old-rest-keys',
  summary:
    'List the REST keys that the other dashboard had: the scripts that use them need a new key, because only hashes of the old ones are stored.',
  effect: 'read',
  permission: 'move-in.manage',
  input: z.strictObject({ source: z.string().max(500).optional().describe('The address of the other dashboard.') }),
  output: z.object({
    rest_keys: z
      .array(
        z.object({
          source: z.string(),
          description: z.string(),
          key_ending: z.string().describe('The last characters of the old key.'),
          permissions: z.string(),
        }),
      )
      .describe('At most 1,000.'),
    total: z.int(),
  }),
}).does(async ({ source }, { db }) => {
  const rows = await listRestKeyFacts(db, source ?? null)
  const rest_keys = rows.map(({ source, fields: { description, ending, permissions } }) => ({
    source,
    description: text(description) || 'Without a description',
    key_ending: text(ending),
    permissions: text(permissions),
  }))
  return { rest_keys, total: rest_keys.length }
})
