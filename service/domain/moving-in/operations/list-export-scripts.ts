import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { isoTime, timestamp } from '../../../operation/shapes.ts'
import { expiryOf, listScriptRows } from '../export-script/export-script-store.ts'

export const listExportScripts = operation({
  name: 'list-export-scripts',
  summary: 'List the export scripts that can still be used, with their fingerprints.',
  effect: 'read',
  permission: 'move-in.manage',
  input: z.strictObject({}),
  output: z.object({
    scripts: z.array(
      z.object({
        script_id: z.string(),
        fingerprint: z.string(),
        created_by: z.string(),
        created_at: timestamp,
        expires_at: timestamp,
      }),
    ),
    total: z.int(),
  }),
}).does(async (_, { db, clock }) => {
  const rows = await listScriptRows(db, clock.now())
  const scripts = rows.map(({ id, fingerprint, created_by, created_at }) => ({
    script_id: id,
    fingerprint,
    created_by,
    created_at: isoTime(created_at),
    expires_at: isoTime(expiryOf(created_at)),
  }))
  return { scripts, total: scripts.length }
})
