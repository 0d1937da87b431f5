import type { ChildSite, How } from '../child-site.ts'
import { ConnectorError } from '../errors.ts'
import { asMap } from '../reading/values.ts'
import { PartReader } from '../snapshot/part-reader.ts'
import { readSecurity, type SecurityState } from '../snapshot/site-state.ts'
import { type AbandonedItem, readAbandoned } from '../snapshot/software.ts'
import { callForMap, type Kit, sendChange } from './kit.ts'

/** The only two fixes a site supports: errors of the database or of PHP shown to visitors. */
export type Fixable = 'db_reporting' | 'php_reporting'

export interface SecurityCalls {
  readSecurity(site: ChildSite, how?: How): Promise<SecurityState>
  /** Returns the state of the changed checks. */
  fixSecurity(site: ChildSite, feature: Fixable, how?: How): Promise<SecurityState>
  unfixSecurity(site: ChildSite, feature: Fixable, how?: How): Promise<SecurityState>
  /** Runs the check for abandoned software now, for at most ten items; the site queries wordpress.org. */
  checkAbandoned(site: ChildSite, kind: 'plugin' | 'theme', how?: How): Promise<AbandonedItem[]>
}

export function securityCalls(kit: Kit): SecurityCalls {
  const touch = async (name: 'securityFix' | 'securityUnFix', site: ChildSite, feature: Fixable, how?: How) =>
    readSecurity(await sendChange(kit, site, { function: name, fields: { feature }, deadline: 'short' }, how))

  return {
    readSecurity: async (site, how) =>
      readSecurity(await callForMap(kit, site, { function: 'security', deadline: 'sync' }, how)),
    fixSecurity: (site, feature, how) => touch('securityFix', site, feature, how),
    unfixSecurity: (site, feature, how) => touch('securityUnFix', site, feature, how),
    async checkAbandoned(site, kind, how) {
      const { sync } = await callForMap(
        kit,
        site,
        { function: 'check_abandoned', fields: { which: kind }, deadline: 'sync' },
        how,
      )
      const part = kind === 'plugin' ? 'abandonedPlugins' : 'abandonedThemes'
      const found = readAbandoned(new PartReader(kit.clock.now()), part, asMap(sync)[`${kind}s_outdate_info`])
      if (found) return found
      throw new ConnectorError('svc_unreadable_answer', 'The site did not say which items are abandoned.', {
        reason: 'unreadable',
      })
    },
  }
}
