import type { Feature } from '../../operation/feature.ts'
import { scriptDays, sealedScriptColumns } from './export-script/export-script-store.ts'
import { sealedMoveInColumns } from './import/move-in-store.ts'
import { acceptMoveIn } from './operations/accept-move-in.ts'
import { addExportPart } from './operations/add-export-part.ts'
import { checkMovedSite } from './operations/check-moved-site.ts'
import { createExportScript } from './operations/create-export-script.ts'
import { deleteExportScript } from './operations/delete-export-script.ts'
import { exportFleet } from './operations/export-fleet.ts'
import { getMoveIn } from './operations/get-move-in.ts'
import { listExportScripts } from './operations/list-export-scripts.ts'
import { listMoveIns } from './operations/list-move-ins.ts'
import { listMovedSites } from './operations/list-moved-sites.ts'
import { sendMoveMail } from './operations/send-move-mail.ts'
import { takeOverSite } from './operations/take-over-site.ts'
import { takeOverSites } from './operations/take-over-sites.ts'
import { addresses } from './rest.ts'

export const movingInFeature: Feature = {
  name: 'moving-in',
  tables: ['export_scripts', 'move_ins', 'move_in_records', 'move_in_ids', 'moved_sites'],
  operations: [
    createExportScript,
    listExportScripts,
    deleteExportScript,
    addExportPart,
    listMoveIns,
    getMoveIn,
    acceptMoveIn,
    checkMovedSite,
    exportFleet,
    sendMoveMail,
    listMovedSites,
    takeOverSites,
    takeOverSite,
  ],
  addresses,
  // With its row the private key of a script is gone.
  retention: [
    { table: 'export_scripts', keepDays: scriptDays, column: 'created_at' },
    // Contents of files, with keys: gone with the import, or with the script that could complete them.
    { table: 'move_ins', cascadesTo: ['move_in_records'], keepDays: scriptDays, column: 'created_at' },
  ],
  sealed: [...sealedScriptColumns, ...sealedMoveInColumns],
}
