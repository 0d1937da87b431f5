import { ServiceError } from '../../operation/errors.ts'
import type { Db } from '../../platform/database/database.ts'
import { countExportScripts } from './export-script/export-script-store.ts'

export const scriptNotFound = () =>
  new ServiceError(
    'svc_export_script_not_found',
    'missing',
    'No such export script: it was used, deleted, or is older than 7 days. Create a new one and export again.',
  )

const maxScripts = 20

/** Each script has a private key here, so that a loop must not create many. */
export async function requireScriptCapacity(db: Db, now: Date): Promise<void> {
  if ((await countExportScripts(db, now)) < maxScripts) return
  throw new ServiceError(
    'svc_too_many_export_scripts',
    'conflict',
    `There are ${maxScripts} export scripts already. Delete one that is no longer needed.`,
  )
}

export const moveInNotFound = (id: number) =>
  new ServiceError('svc_move_in_not_found', 'missing', `There is no upload with the id ${id}.`)

export const moveInNotReady = () =>
  new ServiceError(
    'svc_move_in_not_ready',
    'conflict',
    'The export file is not complete yet. Upload its remaining parts first.',
  )

export const exportInProgress = () =>
  new ServiceError('svc_export_in_progress', 'conflict', 'Another export is in progress. Try again when it has ended.')

export const nothingToCompare = () =>
  new ServiceError(
    'svc_nothing_to_compare',
    'conflict',
    'There is no export file to compare with. Upload one of the last 180 days first.',
  )

export const noParityReport = () =>
  new ServiceError(
    'svc_parity_report_not_found',
    'missing',
    'There is no comparison with this dashboard yet. Make one with POST /move-in/parity.',
  )
