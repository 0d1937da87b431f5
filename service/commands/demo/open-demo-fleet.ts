import { codeOf } from '../../platform/error-facts.ts'
import { UsageError } from '../usage-error.ts'
import type { DataFolder } from './data-folder.ts'
import type { DemoClock } from './demo-clock.ts'
import { type DemoFleet, startDemoFleet } from './simulated-fleet.ts'

/** The simulated sites; those of an earlier start keep their ports, which are part of their addresses. */
export async function openDemoFleet(
  folder: Pick<DataFolder, 'path' | 'saved' | 'leave'>,
  count: number,
  clock: DemoClock,
): Promise<DemoFleet> {
  try {
    return await startDemoFleet(count, clock, folder.saved?.ports)
  } catch (error) {
    await folder.leave()
    if (!folder.saved || !isPortInUse(error)) throw error
    throw new UsageError(
      `The demo in ${folder.path} is already running, or another program uses the port of one of its sites. ` +
        'Stop it, or set DATA_DIR to another folder.',
    )
  }
}

const isPortInUse = (error: unknown) =>
  [error, error instanceof Error ? error.cause : undefined].some((each) => codeOf(each) === 'EADDRINUSE')
