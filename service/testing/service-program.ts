import { fileURLToPath } from 'node:url'
import { findServiceProgram } from '../../scripts/service-bundle.js'

const project = fileURLToPath(new URL('../../', import.meta.url)).replace(/\/$/, '')
let program: Promise<string> | undefined

/** The file that `npm start` runs, for tests that start the service in a process of its own: the bundle loads in half the time. */
export function serviceProgram(): Promise<string> {
  program ??= findServiceProgram(project, process.execPath)
  return program
}
