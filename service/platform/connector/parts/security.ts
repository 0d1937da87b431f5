import type { ChildSite, How } from '../child-site.ts'
import { ConnectorError } from '../errors.ts'
import { hideVersionCode } from '../hide-version-code.ts'
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
  /** Writes a must-use plugin that removes the version of WordPress from pages and feeds. */
  hideVersion(site: ChildSite, how?: How): Promise<void>
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
    async hideVersion(site, how) {
      const fields = { action: 'run_snippet', code: hideVersionCode }
      const reply = await sendChange(kit, site, { function: 'code_snippet', fields, deadline: 'short' }, how)
      const [, answer] = /FLOTILLA-VERSION ([a-z_]{1,20}) END/.exec(String(reply.result ?? '')) ?? []
      if (reply.status === 'SUCCESS' && answer === 'hidden') return
      const reason = answer === 'not_writable' ? 'not_writable' : 'snippet_not_run'
      const message =
        reason === 'not_writable'
          ? 'The folder wp-content/mu-plugins of the site cannot be written to. Make it writable, or hide the version on the site.'
          : 'The site did not run the change.'
      throw new ConnectorError('svc_site_error', message, { reason })
    },
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
