/** Files as the export script writes them, for tests outside of the feature. */
export { partsOfScript, type WrittenRecord, writeExportFile } from '../domain/moving-in/testing/export-file.ts'
export { dashboardRecord, movedSite } from '../domain/moving-in/testing/moving-fleet.ts'
export { sharedKeySource } from '../platform/connector/key-source.ts'
