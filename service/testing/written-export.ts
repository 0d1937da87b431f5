/** Files as the export script writes them, for tests outside of the feature. */

export { writeMysqldump } from '../domain/moving-in/testing/dump-file.ts'
export { partsOfScript, type WrittenRecord, writeExportFile } from '../domain/moving-in/testing/export-file.ts'
export { dashboardRecord, movedSite } from '../domain/moving-in/testing/moving-fleet.ts'
export { storeKey } from '../domain/moving-in/testing/stored-keys.ts'
export { writeTar } from '../domain/moving-in/testing/tar.ts'
export { sharedKeySource } from '../platform/connector/key-source.ts'
