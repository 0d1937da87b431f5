import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { deleteScriptRow, findScriptKeys } from '../export-script/export-script-store.ts'
import { scriptNotFound } from '../moving-in-errors.ts'
import { requirePerson } from '../require-person.ts'

export const ScriptId = z
  .string()
  .regex(/^[0-9a-f]{16}$/, 'must be the id of an export script')
  .meta({ examples: ['0123456789abcdef'] })

export const deleteExportScript = operation({
  name: 'delete-export-script',
  summary: 'Delete an export script and its private key. Files that it wrote cannot be opened afterwards.',
  effect: 'destroy',
  audit: 'one-transaction',
  permission: 'move-in.manage',
  stepUp: true,
  input: z.strictObject({ script_id: ScriptId }),
  output: z.object({ deleted: z.literal(true), script_id: z.string() }),
  subject: ({ script_id }) => script_id,
})
  .plans(async ({ script_id }, { db, secrets, clock, actor }) => {
    requirePerson(actor)
    if (!(await findScriptKeys(db, secrets, script_id, clock.now()))) throw scriptNotFound()
    return { would_affect: [{ script_id }] }
  })
  .does(async ({ script_id }, { db, actor }) => {
    requirePerson(actor)
    if (!(await deleteScriptRow(db, script_id))) throw scriptNotFound()
    return { deleted: true, script_id }
  })
