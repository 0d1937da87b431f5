import type { Feature } from '../../operation/feature.ts'
import { sealedDumpColumn } from './dump/dump-part-store.ts'
import { scriptDays, sealedScriptColumns } from './export-script/export-script-store.ts'
import { sealedMoveInColumns } from './import/move-in-store.ts'
import { acceptMoveIn } from './operations/accept-move-in.ts'
import { addDumpPart } from './operations/add-dump-part.ts'
import { addExportPart } from './operations/add-export-part.ts'
import { checkMovedSite } from './operations/check-moved-site.ts'
import { createExportScript } from './operations/create-export-script.ts'
import { deleteExportScript } from './operations/delete-export-script.ts'
import { exportFleet } from './operations/export-fleet.ts'
import { getMoveIn } from './operations/get-move-in.ts'
import { getParityReport } from './operations/get-parity-report.ts'
import { listExportScripts } from './operations/list-export-scripts.ts'
import { listMoveIns } from './operations/list-move-ins.ts'
import { listMovedIds } from './operations/list-moved-ids.ts'
import { listMovedSites } from './operations/list-moved-sites.ts'
import { listOldRestKeys } from './operations/list-old-rest-keys.ts'
import { makeParityReport } from './operations/make-parity-report.ts'
import { readDump } from './operations/read-dump.ts'
import { readDumpFiles } from './operations/read-dump-files.ts'
import { sendMoveMail } from './operations/send-move-mail.ts'
import { takeOverSite } from './operations/take-over-site.ts'
import { takeOverSites } from './operations/take-over-sites.ts'
import { addresses } from './rest.ts'

export const movingInFeature: Feature = {
  name: 'moving-in',
  tables: [
    ...['export_scripts', 'move_ins', 'move_in_records', 'move_in_dump_parts', 'move_in_ids', 'moved_sites'],
    ...['move_in_facts', 'parity_reports', 'parity_differences'],
  ],
  operations: [
    createExportScript,
    listExportScripts,
    deleteExportScript,
    addExportPart,
    addDumpPart,
    readDump,
    readDumpFiles,
    listMoveIns,
    getMoveIn,
    acceptMoveIn,
    checkMovedSite,
    exportFleet,
    sendMoveMail,
    listMovedSites,
    takeOverSites,
    takeOverSite,
    listMovedIds,
    listOldRestKeys,
    makeParityReport,
    getParityReport,
  ],
  addresses,
  // With its row the private key of a script is gone.
  retention: [
    { table: 'export_scripts', keepDays: scriptDays, column: 'created_at' },
    // Contents of files, with keys: gone with the import, or with the script that could complete them.
    {
      table: 'move_ins',
      cascadesTo: ['move_in_records', 'move_in_dump_parts'],
      keepDays: scriptDays,
      column: 'created_at',
    },
    // For as long as both dashboards are compared.
    { table: 'move_in_facts', keepDays: 180, column: 'stored_at' },
    { table: 'parity_reports', cascadesTo: ['parity_differences'], keepDays: 180, column: 'made_at' },
  ],
  sealed: [...sealedScriptColumns, ...sealedMoveInColumns, sealedDumpColumn],
}

export { exportedTables } from './fleet-export/exported-tables.ts'
export { exportInProgress } from './moving-in-errors.ts'
