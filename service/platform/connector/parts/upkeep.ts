import type { ChildSite, How } from '../child-site.ts'
import { ConnectorError } from '../errors.ts'
import { webAddress } from '../reading/text.ts'
import { keyword, readBoolean } from '../reading/values.ts'
import { callForMap, changeNotMade, type Kit, sendChange } from './kit.ts'

const chores = [
  'revisions',
  'autodraft',
  'trashpost',
  'spam',
  'pending',
  'trashcomment',
  'tags',
  'categories',
  'optimize',
  'transients_all',
  'transients_expired',
] as const

/** `pending` deletes comments that wait for approval. */
export type Chore = (typeof chores)[number]

export interface UpkeepCalls {
  /** Ends all sessions of all users. */
  endSessions(site: ChildSite, how?: How): Promise<void>
  /** `keepRevisions`: the number of revisions per post that stay. */
  runMaintenance(
    site: ChildSite,
    selected: readonly Chore[],
    options?: { keepRevisions?: number },
    how?: How,
  ): Promise<void>
  /** The result of the site's cache as a word, e.g. `Disabled`. */
  purgeCache(site: ChildSite, how?: How): Promise<{ status: string }>
  /** The address of the site's icon, or null. The site fetches its own home page for it. */
  siteIcon(site: ChildSite, how?: How): Promise<string | null>
  /** Empties the site's record of changes made by others. */
  clearActions(site: ChildSite, how?: How): Promise<void>
  /** Empties the site's own change log; its ids start again. */
  clearChangeLog(site: ChildSite, how?: How): Promise<void>
}

export function upkeepCalls(kit: Kit): UpkeepCalls {
  return {
    async endSessions(site, how) {
      const fields = { action: 'force_destroy_sessions' }
      const { success } = await sendChange(kit, site, { function: 'settings_tools', fields, deadline: 'short' }, how)
      // Ours have ended, too.
      site.cookies?.clear()
      if (!readBoolean(success)) throw changeNotMade('end the sessions')
    },
    async runMaintenance(site, selected, { keepRevisions } = {}, how) {
      if (selected.length === 0 || selected.some((chore) => !chores.includes(chore))) {
        throw new ConnectorError('svc_invalid_input', `Name what to clean up: ${chores.join(', ')}.`)
      }
      const fields = { options: selected, revisions: keepRevisions }
      const { status } = await sendChange(kit, site, { function: 'maintenance_site', fields, deadline: 'update' }, how)
      if (status !== 'SUCCESS') throw changeNotMade('run the maintenance')
    },
    async purgeCache(site, how) {
      const { status } = await sendChange(kit, site, { function: 'cache_purge_action', deadline: 'short' }, how)
      return { status: keyword(status) }
    },
    async siteIcon(site, how) {
      const { faviIconUrl } = await callForMap(kit, site, { function: 'get_site_icon', deadline: 'short' }, how)
      return webAddress(faviIconUrl) || null
    },
    async clearActions(site, how) {
      const { success } = await sendChange(kit, site, { function: 'delete_actions', deadline: 'short' }, how)
      if (success !== 'ok' && !readBoolean(success)) throw changeNotMade('empty its record of changes')
    },
    async clearChangeLog(site, how) {
      const { success } = await sendChange(kit, site, { function: 'clean_up_child_logs', deadline: 'short' }, how)
      if (!readBoolean(success)) throw changeNotMade('empty its change log')
    },
  }
}
