import { createOutbound } from '../../../outbound/http-client.ts'
import type { Result } from '../suite.ts'
import { BrowserSession } from './browser-session.ts'
import { FlotillaClient } from './flotilla-client.ts'
import type { MoveOptions } from './move-options.ts'
import { runMoveSteps } from './move-steps.ts'
import { OldDashboard } from './old-dashboard.ts'

/** Moves a fleet from a real dashboard to a running Flotilla and reports each result at once. */
export async function runMove(options: MoveOptions, report: (result: Result) => void): Promise<Result[]> {
  const outbound = createOutbound({ allowNetworks: options.allowNetworks })
  const browser = () => new BrowserSession(outbound, options.verifyTls)
  const script = { script_id: '', fingerprint: '', content: '' }
  try {
    return await runMoveSteps(
      {
        options,
        flotilla: new FlotillaClient(browser(), options.flotilla),
        old: new OldDashboard(browser(), options),
        ...{ script, file: '', moveInId: 0, sites: [] },
      },
      report,
    )
  } finally {
    await outbound.close()
  }
}
