import type { z } from 'zod'
import type { Context } from '../../../operation/context.ts'
import type { ErrorCode } from '../../../operation/errors.ts'
import {
  directoryNameOf,
  installPrepared,
  prepareVersion,
  type RequestedVersion,
  recordInstallation,
  requireKnownOrigin,
} from '../../installs/index.ts'
import type { SiteRow } from '../../sites/index.ts'
import { listHeldVersions } from '../../update-policies/index.ts'
import { installChecked } from './checked-install.ts'
import { toOutcome } from './exact-updates.ts'
import type { StepEvidence } from './gates/step-evidence.ts'
import type { RunItem, UpdateOutcome } from './update-outcome.ts'

interface CheckedVersion {
  outcome: UpdateOutcome
  evidence: z.input<typeof StepEvidence> | null
  oldVersion: string | null
}

/**
 * Installs a version of the public directory with the policies, checks, guard and rollback of an update. The caller holds an update
 * slot and the lock of the site.
 */
export async function installVersionChecked(
  context: Context,
  site: SiteRow,
  request: RequestedVersion,
): Promise<CheckedVersion> {
  const { type, slug, version } = request
  const prepared = await prepareVersion(context, site, request)
  requireKnownOrigin(prepared)
  const { installed } = prepared
  const item: RunItem = {
    ...{ type, slug: installed?.slug ?? slug, name: installed?.name ?? slug },
    ...{ from: installed?.version ?? '', to: version ?? '' },
  }
  const oldVersion = installed?.version ?? null
  const held = await findHold(context, item, version)
  if (held) return { outcome: held, evidence: null, oldVersion }
  const isNew = installed === null
  const work = async () => {
    const { outcome, evidence } = await installChecked(context, site, {
      ...{ item, isNew },
      install: async (how) => toOutcome(item, await installPrepared(context, site, prepared, how)),
    })
    const { result, message } = outcome
    // The codes of outcomes are error codes.
    const code = (outcome.code ?? 'svc_outcome_unknown') as ErrorCode
    const logged = { outcome: result === 'updated' ? 'done' : 'failed', message: message ?? '', code }
    return { ...logged, checked: { outcome, evidence, oldVersion } }
  }
  // An update is in the history of updates, which adds it to the change log of the site.
  return (await (isNew ? recordInstallation(context, site, { type, name: item.name }, work) : work())).checked
}

/** Without a version the directory decides, so any held version of the item stops the installation. */
async function findHold({ db }: Context, item: RunItem, version: string | null): Promise<UpdateOutcome | null> {
  if (item.type !== 'plugin' && item.type !== 'theme') return null
  const held = await listHeldVersions(db, item.type, directoryNameOf(item.type, item.slug) ?? item.slug)
  const found = held.find((release) => version === null || release.version === version)
  if (!found) return null
  const ending = version === null ? ' Name the version to install.' : ''
  const message = `${found.name} ${found.version} is held: ${found.reason}${ending}`
  return { ...item, to: item.from, result: 'skipped', code: 'svc_release_held', message }
}

/** The outcome of one installation, as it is answered. */
export function describeInstallation({ slug, name, from, to, result, code, message }: UpdateOutcome) {
  const isDone = result === 'updated'
  const isSeen = isDone || result === 'rolled_back' || result === 'failed'
  return {
    ...{ slug, name, version: (isSeen ? to : from) || null, result, code },
    outcome: isDone ? ('done' as const) : result === 'unknown' ? ('unknown' as const) : ('failed' as const),
    message: message ?? `${name} ${to} is installed.`,
  }
}
