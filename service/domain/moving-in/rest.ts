import { route } from '../../operation/address.ts'
import { acceptMoveIn } from './operations/accept-move-in.ts'
import { addDumpPart } from './operations/add-dump-part.ts'
import { addExportPart } from './operations/add-export-part.ts'
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
import { takeOverSites } from './operations/take-over-sites.ts'

export const addresses = [
  route('GET /move-in/scripts', listExportScripts, { list: 'scripts' }),
  route('POST /move-in/scripts', createExportScript),
  route('DELETE /move-in/scripts/{script_id}', deleteExportScript),
  route('GET /move-in/imports', listMoveIns, { list: 'move_ins' }),
  route('POST /move-in/imports', addExportPart),
  route('POST /move-in/dumps', addDumpPart),
  route('POST /move-in/dumps/{move_in_id}/read', readDump, { message: 'Reading started.' }),
  route('GET /move-in/imports/{move_in_id}', getMoveIn),
  route('POST /move-in/imports/{move_in_id}/accept', acceptMoveIn, { message: 'Import started.' }),
  route('GET /move-in/sites', listMovedSites, {
    list: 'sites',
    envelopeFields: ({ counts }: { counts: object }) => ({ counts }),
  }),
  route('GET /move-in/ids', listMovedIds, { list: 'ids' }),
  route('GET /move-in/rest-keys', listOldRestKeys, { list: 'rest_keys' }),
  route('GET /move-in/parity', getParityReport),
  route('POST /move-in/parity', makeParityReport, { message: 'Report made.' }),
  route('POST /move-in/takeovers', takeOverSites, { message: 'Takeover started.' }),
  route('POST /fleet/export', exportFleet),
]
