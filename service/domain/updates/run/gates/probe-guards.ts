import type { Context } from '../../../../operation/context.ts'
import { guardHeader, resumeGuards } from '../../../guard/index.ts'
import { requireSite } from '../../../sites/index.ts'
import { checkPage } from './page-check.ts'
import { adminPath } from './page-requests.ts'

/** The guard acts on the second failed load; the third one shows the restored site. */
const probes = 3

/** Requests pages of the site so that the guards of these runs can act. False: the site has none of them. */
export async function probeGuards(context: Context, siteId: number, runs: readonly string[]): Promise<boolean> {
  const site = await requireSite(context, siteId)
  const tokens = new Set<string>()
  let found = false
  for (const run of runs) {
    const guards = await resumeGuards(context, site, run)
    found ||= guards.length > 0
    for (const { probeHeaders } of guards) for (const token of Object.values(probeHeaders)) tokens.add(token)
  }
  if (!found) return false
  const headers: Record<string, string> = tokens.size === 0 ? {} : { [guardHeader]: [...tokens].join(',') }
  for (const path of ['', adminPath])
    for (let probe = 1; probe <= probes; probe++)
      await checkPage(context, site, { path, method: 'GET', keyText: null, headers })
  return true
}
