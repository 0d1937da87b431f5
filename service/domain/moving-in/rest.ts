import { route } from '../../operation/address.ts'
import { createExportScript } from './operations/create-export-script.ts'
import { deleteExportScript } from './operations/delete-export-script.ts'
import { listExportScripts } from './operations/list-export-scripts.ts'

export const addresses = [
  route('GET /move-in/scripts', listExportScripts, { list: 'scripts' }),
  route('POST /move-in/scripts', createExportScript),
  route('DELETE /move-in/scripts/{script_id}', deleteExportScript),
]
