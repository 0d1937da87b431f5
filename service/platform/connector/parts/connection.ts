import type { ChildSite, How, SiteAddress } from '../child-site.ts'
import { ConnectorError, outcomeUnknown } from '../errors.ts'
import { webAddress } from '../reading/text.ts'
import { asMap } from '../reading/values.ts'
import { pingCall } from '../wire/caller.ts'
import { exceedsBounds } from '../wire/json-guard.ts'
import { withSlash } from '../wire/site-urls.ts'
import { changeNotMade, type Kit, sendChange } from './kit.ts'

export interface Ping {
  tookMs: number
  correctedUrl: string | null
}

export interface ConnectionCalls {
  /** Whether the site answers and still accepts our key; opens no session there. */
  ping(site: ChildSite, how?: How): Promise<Ping>
  /**
   * The addresses that the answering WordPress names as its own in its public REST index, without key and session. Empty when it
   * does not say: it does not answer, or hides the index.
   */
  readOwnAddresses(site: SiteAddress, how?: How): Promise<string[]>
  /** Makes the site delete our key. The connector plugin stays active and ready for a new registration. */
  disconnect(site: ChildSite, how?: How): Promise<void>
  /** Disconnects and deactivates the connector plugin. Cannot be undone from here. */
  deactivate(site: ChildSite, how?: How): Promise<void>
  /** Sets the ID that the site requires at its next registration; an empty text clears it. */
  setUniqueId(site: ChildSite, uniqueId: string, how?: How): Promise<void>
}

export function connectionCalls(kit: Kit): ConnectionCalls {
  /** Runs a disconnecting call; if its answer is lost, an unsigned check shows whether the site is disconnected. */
  async function farewell(
    site: ChildSite,
    call: 'disconnect' | 'deactivate',
    isDone: (seen: string) => boolean,
    how?: How,
  ): Promise<void> {
    try {
      const { result, deactivated } = await sendChange(kit, site, { function: call, deadline: 'short' }, how)
      if (result !== 'success' && deactivated !== true) throw changeNotMade(call)
    } catch (error) {
      if (!(error instanceof ConnectorError) || !error.mayHaveArrived) throw error
      const seen = await kit.caller.unsigned(site, { function: 'stats', deadline: 'ping' }, how).then(
        () => 'free',
        (reason) => (reason instanceof ConnectorError ? reason.code : ''),
      )
      if (!isDone(seen)) throw outcomeUnknown('the site was disconnected', error)
    }
    site.cookies?.clear()
    kit.signer.forget(site.key)
  }

  return {
    async ping(site, how) {
      const { tookMs, correctedUrl } = await kit.caller.signed(site, pingCall, how)
      return { tookMs, correctedUrl }
    },
    async readOwnAddresses({ cookies: _, ...site }, how) {
      const index = `${withSlash(site.url)}?rest_route=/&_fields=url,home`
      try {
        const { status, body } = await kit.caller.visit(site, index, {
          deadlineMs: kit.settings.deadlines.ping,
          ...how,
        })
        if (status !== 200 || exceedsBounds(body, kit.settings)) return []
        const { url, home } = asMap(JSON.parse(body.toString()))
        return [webAddress(url), webAddress(home)].filter((address) => address !== '')
      } catch (error) {
        if (error instanceof SyntaxError) return []
        if (error instanceof ConnectorError && error.kind !== 'cancelled') return []
        throw error
      }
    },
    disconnect: (site, how) => farewell(site, 'disconnect', (seen) => seen === 'free', how),
    deactivate: (site, how) =>
      farewell(site, 'deactivate', (seen) => seen === 'free' || seen === 'svc_child_not_found', how),
    async setUniqueId(site, uniqueId, how) {
      const { result } = await sendChange(
        kit,
        site,
        { function: 'update_values', fields: { uniqueId }, deadline: 'short' },
        how,
      )
      if (result !== 'ok') throw changeNotMade('store the unique security ID')
    },
  }
}
