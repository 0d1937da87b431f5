import type { Context } from '../../operation/context.ts'
import { isoTime } from '../../operation/shapes.ts'
import { findAccountFacts } from '../access/index.ts'
import { hasClients } from '../clients/index.ts'
import { listOpenIncidents } from '../monitors/index.ts'
import { hasOwnChannel } from '../notifications/index.ts'
import { hasServiceBackup } from '../service-backups/index.ts'
import { type FleetNumbers, listDisconnectedSites, listFailedSyncs } from '../sites/index.ts'
import { hasTags } from '../tags/index.ts'
import type { Overview } from './overview.ts'

type ReadContext = Pick<Context, 'db' | 'actor'>

const totalOf = ({ connected, disconnected, suspended }: FleetNumbers) => connected + disconnected + suspended

export function describeNumbers(
  numbers: FleetNumbers,
  by_condition: Overview['sites']['by_condition'],
): Pick<Overview, 'sites' | 'updates'> {
  const { connected, disconnected, suspended, never_synced, sync_failed, with_updates } = numbers
  const { core_updates, plugin_updates, theme_updates, translation_updates } = numbers
  return {
    sites: {
      total: totalOf(numbers),
      connected,
      disconnected,
      suspended,
      never_synced,
      sync_failed,
      with_updates,
      by_condition,
    },
    updates: {
      total: core_updates + plugin_updates + theme_updates + translation_updates,
      sites: with_updates,
      core: { updates: core_updates, sites: core_updates },
      plugins: { updates: plugin_updates, sites: numbers.plugin_sites },
      themes: { updates: theme_updates, sites: numbers.theme_sites },
      translations: { updates: translation_updates, sites: numbers.translation_sites },
    },
  }
}

export async function listTroubles({ db, actor }: ReadContext, limit: number) {
  const [failed, lost, incidents] = await Promise.all([
    listFailedSyncs(db, actor.limits, limit),
    listDisconnectedSites(db, actor.limits, limit),
    listOpenIncidents(db, actor.limits, 2 * limit),
  ])
  return {
    failed: failed.map((row) => ({ ...row, at: isoTime(row.at) })),
    lost,
    incidents: {
      total: incidents.total,
      items: incidents.rows.map((row) => ({ ...row, started_at: isoTime(row.started_at) })),
    },
  }
}

/** Cheap queries for the checklist of first steps. */
export async function readGetStarted(
  { db, actor, mail }: Pick<Context, 'db' | 'actor' | 'mail'>,
  { total, connected, never_synced }: Overview['sites'],
): Promise<Omit<Overview['get_started'], 'has_monitor_result'>> {
  const isAdministrator = actor.role === 'administrator'
  const [account, has_client, has_tag, has_channel, has_backup] = await Promise.all([
    findAccountFacts(db, actor),
    hasClients(db),
    hasTags(db),
    isAdministrator ? hasOwnChannel(db) : null,
    isAdministrator ? hasServiceBackup(db) : null,
  ])
  return {
    has_site: total > 0,
    has_connected_site: connected > 0,
    has_synced: total > never_synced,
    has_client,
    has_tag,
    password_changed: account.password_changed,
    email_ready: mail.missing === null,
    email_missing: mail.missing,
    has_channel,
    has_second_user: isAdministrator ? account.has_second_user : null,
    has_backup,
  }
}
