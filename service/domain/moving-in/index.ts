import type { Feature } from '../../operation/feature.ts'
import { scriptDays, sealedScriptColumns } from './export-script/export-script-store.ts'
import { createExportScript } from './operations/create-export-script.ts'
import { deleteExportScript } from './operations/delete-export-script.ts'
import { listExportScripts } from './operations/list-export-scripts.ts'
import { addresses } from './rest.ts'

export const movingInFeature: Feature = {
  name: 'moving-in',
  tables: ['export_scripts'],
  operations: [createExportScript, listExportScripts, deleteExportScript],
  addresses,
  // With its row the private key of a script is gone.
  retention: [{ table: 'export_scripts', keepDays: scriptDays, column: 'created_at' }],
  sealed: [...sealedScriptColumns],
}
