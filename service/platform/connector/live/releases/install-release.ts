import { setTimeout } from 'node:timers/promises'
import { messageOf } from '../../../error-facts.ts'
import type { FlotillaClient } from '../move-in/flotilla-client.ts'
import { plugin, type ReleaseServer } from '../rollouts/releases.ts'
import type { ReleaseKind } from './kinds.ts'
import type { ReleaseOptions, ReleaseWay } from './release-options.ts'

export interface LiveReleases {
  options: ReleaseOptions
  flotilla: FlotillaClient
  releases: ReleaseServer
  siteId: number
  /** By version. */
  kindOf: Map<string, ReleaseKind>
}

interface Answer {
  /** What the caller reads, in a few words. */
  answer: string
  /** Until when the site is watched, if the answer says so. */
  watchedUntil: number | null
}

interface Report {
  updated: { slug: string; new_version: string }[]
  errors: { slug?: string; result?: string; code: string; message: string }[]
  watched_until?: string | null
}

/** Offers the release and has Flotilla install it in one of the three ways. */
export async function installRelease(
  live: LiveReleases,
  kind: ReleaseKind,
  version: string,
  way: ReleaseWay,
): Promise<Answer> {
  const { flotilla, releases, siteId } = live
  await savePolicy(live, kind)
  releases.offers.plugin = version
  try {
    await flotilla.call(`POST /sites/${siteId}/sync`, {})
    const work = { ability: byAbility, job: byJob, rollout: byRollout }[way]
    return await work(live).catch((error: unknown) => ({
      answer: `refused: ${messageOf(error)}`,
      watchedUntil: null,
    }))
  } finally {
    releases.offers.plugin = ''
  }
}

/** Only what differs from the defaults of the fleet. */
async function savePolicy({ flotilla, siteId, options }: LiveReleases, kind: ReleaseKind): Promise<void> {
  const gates = kind.gate === undefined ? null : { [kind.gate]: 'block' }
  await flotilla.call('PUT /update-policies', {
    scope: 'site',
    site_id_or_domain: siteId,
    rules: { guard: 'if_possible', gates, soak_minutes: options.soak },
  })
}

async function byAbility({ flotilla, siteId }: LiveReleases): Promise<Answer> {
  const report = await flotilla.run<Report>('svc/update-site-plugins-v1', {
    site_id_or_domain: siteId,
    slugs: [plugin.slug],
  })
  return { answer: describeReport(report), watchedUntil: timeOf(report.watched_until) }
}

function describeReport({ updated, errors }: Report): string {
  const done = updated.map(({ new_version }) => `updated ${new_version}`)
  return [...done, ...errors.map(({ result, code }) => `${result} (${code})`)].join(', ') || 'nothing'
}

const timeOf = (text: string | null | undefined) => (text ? Date.parse(text) : null)

async function byJob({ flotilla, siteId }: LiveReleases): Promise<Answer> {
  const { job_id: jobId } = await flotilla.call<{ job_id: string }>('POST /updates/run', {
    include: [siteId],
    slug: [plugin.slug],
    background: true,
  })
  const targets = await flotilla.finishJob(jobId)
  const { status } = await flotilla.call<{ status: string }>(`GET /jobs/${jobId}`)
  const [target] = targets
  const error = target?.error ? ` (${target.error.code})` : ''
  return { answer: `${target?.state}${error}, job ${status}`, watchedUntil: null }
}

async function byRollout({ flotilla, siteId }: LiveReleases): Promise<Answer> {
  const { rollout_id: id } = await flotilla.call<{ rollout_id: number }>('POST /rollouts', {
    include: [siteId],
    slug: [plugin.slug],
  })
  for (let read = 0; read < 600; read++) {
    const [step] = await flotilla.call<{ state: string }[]>(`GET /rollouts/${id}/steps`)
    const { status } = await flotilla.call<{ status: string }>(`GET /rollouts/${id}`)
    if (step && !['waiting', 'running'].includes(step.state) && status !== 'running')
      return { answer: `${step.state}, rollout ${status}`, watchedUntil: null }
    await setTimeout(500)
  }
  throw new Error(`rollout ${id} did not end`)
}
