import type { Context } from '../../operation/context.ts'
import type { ErrorCode } from '../../operation/errors.ts'
import type { How } from '../../platform/connector/child-site.ts'
import { plainText } from '../../platform/connector/reading/text.ts'
import { inspectInstalled, recordInstallation } from '../installs/index.ts'
import { type SiteRow, siteDisconnected, siteSuspended, withChild } from '../sites/index.ts'
import { isGuardSwitchedOff } from '../update-policies/index.ts'
import { checksFailed, installChecked, type UpdateOutcome } from '../updates/index.ts'
import { createDownload } from './download-address.ts'
import { deleteDownload } from './download-store.ts'
import { publicUrlMissing, wouldReplaceOther } from './package-errors.ts'
import { type PackageRow, updateUse } from './package-store.ts'

interface Software {
  slug: string
  name: string
  author: string
  version: string | null
}

/** Installs a package on a site; the caller holds its lock. What the site shows afterwards is the outcome: version, name and author. */
export async function installPackageOn(
  context: Context,
  site: SiteRow,
  zip: PackageRow,
  { activate, isConfirmed }: { activate: boolean; isConfirmed: boolean },
) {
  const { db, clock } = context
  if (site.suspended_by !== 'none') throw siteSuspended(site)
  if (site.connection !== 'connected') throw siteDisconnected(site)
  if (context.publicUrl === null) throw publicUrlMissing()
  const [folder = ''] = zip.slug.split('/')
  const installed = await findInFolder(context, site, zip.type, folder)
  if (installed && !isConfirmed && !isSameSoftware(installed, zip)) throw wouldReplaceOther(installed, zip, folder)
  const { type, name, version } = zip
  const item = { type, slug: installed?.slug ?? zip.slug, name, from: installed?.version ?? '', to: version }
  await updateUse(db, zip.id, clock.now())
  const install = (how: How) => send(context, site, zip, { item, activate, overwrite: installed !== null }, how)
  const isNew = installed === null
  const work = async () => {
    const { outcome, evidence } = await installChecked(context, site, { item, isNew, install })
    const { result, code, message } = outcome
    const isDone = result === 'updated'
    return {
      slug: outcome.slug,
      name: outcome.name,
      old_version: installed?.version ?? null,
      version: isDone || result === 'rolled_back' || code === checksFailed ? outcome.to : (installed?.version ?? null),
      result,
      code,
      message: message ?? `${outcome.name} ${outcome.to} is installed.`,
      evidence,
      isDone,
    }
  }
  if (!isNew) return work()
  // Installed newly: the history of updates has no line for it, the change log of the site has one.
  const record = async () => {
    const done = await work()
    // The codes of outcomes are error codes.
    const code = (done.code ?? 'svc_outcome_unknown') as ErrorCode
    return { ...done, outcome: done.isDone ? 'done' : 'failed', code }
  }
  const { outcome: _, code, ...done } = await recordInstallation(context, site, { type, name }, record)
  return { ...done, code: done.isDone ? null : code }
}

const isSame = (a: string, b: string) => plainText(a, 200) === plainText(b, 200)

/** Names are equal, and authors where both are known. */
const isSameSoftware = (site: Omit<Software, 'version'>, zip: Omit<Software, 'version'>) =>
  site.slug === zip.slug &&
  isSame(site.name, zip.name) &&
  (site.author === '' || zip.author === '' || isSame(site.author, zip.author))

async function findInFolder(
  context: Context,
  site: SiteRow,
  type: 'plugin' | 'theme',
  folder: string,
): Promise<Software | null> {
  return withChild(context, site, async (child) => {
    const { connector } = context
    const list: { slug: string; name: string; version: string | null }[] = await (type === 'plugin'
      ? connector.listPlugins(child)
      : connector.listThemes(child))
    const found = list.find(({ slug }) => (type === 'plugin' ? slug.startsWith(`${folder}/`) : slug === folder))
    if (!found) return null
    // Reading the headers runs the same code on the site as a guard.
    const isOff = await isGuardSwitchedOff(context.db, site.id)
    const headers = isOff ? null : await inspectInstalled(context, child, { type, slug: found.slug }, {})
    return { ...found, name: headers?.name || found.name, author: headers?.author ?? '' }
  })
}

interface Sent {
  item: Pick<UpdateOutcome, 'type' | 'slug' | 'name' | 'from' | 'to'>
  activate: boolean
  overwrite: boolean
}

async function send(
  context: Context,
  site: SiteRow,
  zip: PackageRow,
  { item, activate, overwrite }: Sent,
  how: How,
): Promise<UpdateOutcome> {
  const { db, connector } = context
  const { type } = zip
  const { url, tokenHash } = await createDownload(context, { packageId: zip.id, siteId: site.id })
  let isFetched = false
  return withChild(context, site, async (child): Promise<UpdateOutcome> => {
    try {
      const seen = await connector.install(child, { type, url, activate, overwrite }, how)
      if (seen.snapshot) await context.ingest(site.id, seen.snapshot)
      isFetched = await deleteDownload(db, tokenHash)
      if (seen.outcome === 'unknown')
        return { ...item, result: 'unknown', code: 'svc_outcome_unknown', message: seen.message ?? null }
      const isOff = await isGuardSwitchedOff(db, site.id)
      const after = isOff ? null : await inspectInstalled(context, child, { type, slug: zip.slug }, how)
      const found = {
        slug: zip.slug,
        name: after?.name ?? seen.name,
        author: after?.author ?? '',
        version: after?.version ?? seen.version,
      }
      if (!isFetched) return { ...item, to: item.from, ...notFetched(context) }
      if (seen.outcome === 'failed' || found.version !== zip.version) {
        const shown = `The site reported success, but shows version ${found.version ?? 'unknown'}.`
        const message = seen.message ?? shown
        return { ...item, to: found.version ?? item.from, result: 'failed', code: 'svc_version_not_installed', message }
      }
      if (!isSameSoftware(found, zip)) {
        const message = `The site shows ${found.name} by ${found.author || 'an unknown author'} instead of ${zip.name}.`
        return { ...item, to: zip.version, result: 'failed', code: 'svc_other_software', message }
      }
      const message = after ? null : `${zip.name} ${zip.version} is installed. Its author could not be read.`
      return { ...item, to: zip.version, result: 'updated', code: null, message }
    } finally {
      await deleteDownload(db, tokenHash)
    }
  })
}

const notFetched = ({ publicUrl }: Context) => ({
  result: 'download_failed' as const,
  code: 'svc_package_not_fetched',
  message: `The site did not download the zip file from ${publicUrl}. Check that the server of the site reaches this address (PUBLIC_URL).`,
})
