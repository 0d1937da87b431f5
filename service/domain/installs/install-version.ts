import type { Context } from '../../operation/context.ts'
import { type ErrorCode, ServiceError } from '../../operation/errors.ts'
import type { ChildSite, How } from '../../platform/connector/child-site.ts'
import { ConnectorError } from '../../platform/connector/errors.ts'
import type { SoftwareHeaders } from '../../platform/connector/parts/guard.ts'
import { compareVersions } from '../../platform/connector/reading/versions.ts'
import { messageOf } from '../../platform/error-facts.ts'
import { throwIfInterrupted } from '../../platform/work/interrupted.ts'
import { recordIfFailed, recordItemChanges } from '../activity/index.ts'
import { type ArmedGuard, armGuard, disarmGuard, restoreFromGuard } from '../guard/index.ts'
import { type SiteRow, siteDisconnected, siteSuspended, withChild } from '../sites/index.ts'
import { isGuardSwitchedOff } from '../update-policies/index.ts'
import { directoryNameOf, type InstallableType, isFromDirectory, packageAddress } from './directory.ts'

export interface RequestedVersion {
  type: InstallableType
  /** A plugin file (`akismet/akismet.php`) or theme slug; the name in the directory for something that is not installed. */
  slug: string
  /** Null: the newest one. */
  version: string | null
  /** Plugins only. */
  activate?: boolean | undefined
  /** A person confirmed that the public directory is the source of this item. */
  confirmed?: boolean | undefined
  /** Only over an older version; nothing is installed newly. */
  onlyNewer?: boolean | undefined
  /**
   * Part of a checked installation: the caller has a guard, puts the old version back where other software was installed, and records
   * the outcome. A second guard of the same item would end the first one.
   */
  isChecked?: boolean | undefined
}

export interface InstalledVersion {
  outcome: 'done' | 'failed' | 'unknown'
  slug: string
  name: string
  oldVersion: string | null
  /** Installed now. */
  version: string | null
  message: string
  code?: ErrorCode
}

/** What is on the site before an installation. */
export interface PreparedVersion {
  item: RequestedVersion
  url: string
  /** Null: it is installed newly. */
  installed: InstalledItem | null
  before: SoftwareHeaders | null
  /** Reading headers runs the same code on the site as a guard, so it is off where guards are. */
  mayInspect: boolean
}

/** Reads what is installed. The caller holds the lock of the site. */
export async function prepareVersion(
  context: Context,
  site: SiteRow,
  item: RequestedVersion,
  how: How = {},
): Promise<PreparedVersion> {
  if (site.suspended_by !== 'none') throw siteSuspended(site)
  if (site.connection !== 'connected') throw siteDisconnected(site)
  const name = directoryNameOf(item.type, item.slug)
  const url = name === null ? null : packageAddress(item.type, name, item.version)
  if (name === null || url === null) throw notInDirectory(item)
  return withChild(context, site, async (child) => {
    const installed = await findInstalled(context, child, item, name, how)
    const mayInspect = !(await isGuardSwitchedOff(context.db, site.id))
    const before =
      installed && mayInspect
        ? await inspectInstalled(context, child, { type: item.type, slug: installed.slug }, how)
        : null
    return { item, url, installed, before, mayInspect }
  })
}

/** The installed copy must be known to come from the public directory, or a person confirms it. */
export function requireKnownOrigin({ item, installed, before }: PreparedVersion): void {
  if (installed && !item.confirmed && !(before && isFromDirectory(item.type, installed.slug, before)))
    throw originUnconfirmed(item, installed.name, before)
}

/**
 * Installs an exact version from the public directory over the installed one, or newly. The caller holds the lock of the site. The
 * installed copy must be known to come from there, or a person confirms it; afterwards version, name and author are compared.
 */
export async function installExactVersion(
  context: Context,
  site: SiteRow,
  item: RequestedVersion,
  how: How = {},
): Promise<InstalledVersion> {
  const prepared = await prepareVersion(context, site, item, how)
  const { installed } = prepared
  if (item.onlyNewer && !isOlder(installed, item.version)) return notNewer(item, installed)
  requireKnownOrigin(prepared)
  if (item.isChecked) return installPrepared(context, site, prepared, how)
  const name = installed?.name || directoryNameOf(item.type, item.slug) || item.slug
  const work = () => installWithCopy(context, site, prepared, how)
  return recordInstallation(context, site, { type: item.type, name }, work)
}

/** Adds the outcome to the change log of the site. */
export async function recordInstallation<Result extends { outcome: string; message: string; code?: ErrorCode }>(
  context: Context,
  site: SiteRow,
  { type, name }: { type: InstallableType; name: string },
  work: () => Promise<Result>,
): Promise<Result> {
  const label = type === 'plugin' ? 'Plugin installed' : 'Theme installed'
  const change = { type, action: 'install-site-version', label, item: name }
  const result = await recordIfFailed(context, site.id, [change], work)
  const { outcome, message, code = 'svc_outcome_unknown' } = result
  await recordItemChanges(context, site.id, [{ ...change, failure: outcome === 'done' ? null : { code, message } }])
  return result
}

/** Copies the installed version first, so that other software with the same name can be replaced by it again. */
async function installWithCopy(
  context: Context,
  site: SiteRow,
  prepared: PreparedVersion,
  how: How,
): Promise<InstalledVersion> {
  const guard = await copyInstalled(context, site, prepared, how)
  const result = await installPrepared(context, site, prepared, how)
  if (result.outcome === 'unknown') return result
  const { installed } = prepared
  const isReplaced = result.outcome === 'failed' && installed !== null && result.version !== installed.version
  const isOther = isReplaced || result.code === 'svc_other_software'
  const back = guard ? await endCopy(context, site, guard, isOther, how) : null
  if (back !== null)
    return { ...result, version: back, message: `${result.message} ${result.name} ${back} was restored.` }
  return isOther ? { ...result, message: `${result.message} Restore the site from a backup.` } : result
}

/** Removes the copy, after putting it back if requested. Returns the version that is back. */
async function endCopy(
  context: Context,
  site: SiteRow,
  { id, item }: ArmedGuard,
  putBack: boolean,
  how: How,
): Promise<string | null> {
  try {
    const [restored] = putBack ? await restoreFromGuard(context, site, [id], { how }) : []
    // A copy that could not be put back stays until it expires.
    if (!putBack || restored?.outcome === 'restored') await disarmGuard(context, site, [id], { how })
    return restored?.outcome === 'restored' ? item.version : null
  } catch (error) {
    throwIfInterrupted(error)
    context.log.warn({ site: site.id, reason: messageOf(error) }, 'the copy of an installed version was not removed')
    return null
  }
}

/** Null when nothing is installed, or the site cannot keep a copy. */
async function copyInstalled(
  context: Context,
  site: SiteRow,
  { item: { type }, installed, before }: PreparedVersion,
  how: How,
): Promise<ArmedGuard | null> {
  if (!installed || !before?.version) return null
  const item = { type, slug: installed.slug, name: installed.name, version: before.version, vulnerable: false }
  try {
    return (await armGuard(context, site, [item], { how })).armed[0] ?? null
  } catch (error) {
    throwIfInterrupted(error)
    context.log.warn({ site: site.id, reason: messageOf(error) }, 'no guard for an installation')
    return null
  }
}

/** Installs without a guard and without a line in the change log. */
export async function installPrepared(
  context: Context,
  site: SiteRow,
  { item: { type, version, activate, slug }, url, installed, before, mayInspect }: PreparedVersion,
  how: How,
): Promise<InstalledVersion> {
  return withChild(context, site, async (child) => {
    const sent = { type, url, overwrite: installed !== null, activate: activate ?? false }
    const { outcome, snapshot, message = '', ...seen } = await context.connector.install(child, sent, how)
    if (snapshot) await context.ingest(site.id, snapshot)
    const now = { slug: installed?.slug ?? seen.slug ?? slug, name: seen.name || installed?.name || slug }
    const result = { ...now, oldVersion: installed?.version ?? null, version: seen.version }
    if (outcome === 'unknown') return { ...result, outcome, message, code: 'svc_outcome_unknown' }
    const after = mayInspect ? await inspectInstalled(context, child, { type, slug: now.slug }, how) : null
    const found = after?.version ?? seen.version
    if (outcome === 'failed' || (version !== null && found !== version)) {
      const sentence = message || `The site reported success, but shows version ${found ?? 'unknown'}.`
      return { ...result, outcome: 'failed', version: found, message: sentence, code: 'svc_version_not_installed' }
    }
    if (before && after && (before.name !== after.name || before.author !== after.author)) {
      const sentence = `${before.name} by ${before.author || 'an unknown author'} was replaced by ${after.name} by ${after.author || 'an unknown author'}: the public directory has other software of this name.`
      return { ...result, outcome: 'failed', version: found, message: sentence, code: 'svc_other_software' }
    }
    return { ...result, outcome: 'done', version: found, message: `${now.name} ${found} is installed.` }
  })
}

interface InstalledItem {
  slug: string
  name: string
  version: string | null
}

/** The installed item; for a name of the directory, the one in its folder. */
async function findInstalled(
  { connector }: Context,
  child: ChildSite,
  { type, slug }: RequestedVersion,
  name: string,
  how: How,
): Promise<InstalledItem | null> {
  const list: InstalledItem[] = await (type === 'plugin'
    ? connector.listPlugins(child, how)
    : connector.listThemes(child, how))
  const found =
    list.find((each) => each.slug === slug) ?? list.find((each) => directoryNameOf(type, each.slug) === name)
  if (found) return found
  if (type === 'plugin' && slug.endsWith('.php')) throw notInstalled(slug)
  return null
}

/** Null when the site does not let Flotilla read the headers. */
export async function inspectInstalled(
  { connector }: Context,
  child: ChildSite,
  item: { type: InstallableType; slug: string },
  how: How,
): Promise<SoftwareHeaders | null> {
  try {
    return (await connector.inspectSoftware(child, [item], how))[0] ?? null
  } catch (error) {
    if (error instanceof ConnectorError && error.kind !== 'unreachable' && error.kind !== 'cancelled') return null
    throw error
  }
}

/** A site whose version is not known is left alone. */
const isOlder = (installed: InstalledItem | null, version: string | null): boolean =>
  Boolean(installed?.version) && version !== null && compareVersions(installed?.version ?? '', version) < 0

const notNewer = ({ slug, version }: RequestedVersion, installed: InstalledItem | null): InstalledVersion => ({
  outcome: 'failed',
  slug: installed?.slug ?? slug,
  name: installed?.name ?? slug,
  oldVersion: installed?.version ?? null,
  version: installed?.version ?? null,
  code: 'svc_nothing_to_update',
  message: installed
    ? `${installed.name} ${installed.version ?? 'of an unknown version'} is not older than ${version ?? 'the newest version'}.`
    : `${slug} is not installed on the site.`,
})

const notInDirectory = ({ type, slug }: RequestedVersion) =>
  new ServiceError(
    'svc_invalid_slug',
    'invalid',
    `The public directory has no ${type} with the name ${slug}. Upload its zip file instead.`,
    { slug },
  )

const notInstalled = (slug: string) =>
  new ServiceError('svc_not_installed', 'missing', `${slug} is not installed on the site. Sync the site.`, { slug })

function originUnconfirmed(
  { type, slug }: RequestedVersion,
  name: string,
  headers: SoftwareHeaders | null,
): ServiceError {
  const reason = headers
    ? 'WordPress knows no package for it in the public directory, or it names another source of updates'
    : 'the site does not let Flotilla read where it comes from'
  return new ServiceError(
    'svc_origin_unconfirmed',
    'conflict',
    `It is not known that ${name} comes from the public directory: ${reason}. Another ${type} with the same name there would replace it. Send confirm_source: true if you are sure.`,
    { slug },
  )
}
