import type { Actor } from '../../operation/actor.ts'
import type { DemoContext } from './demo-context.ts'

const dayMs = 86_400_000

/** Of invented plugins only, so that no real author is accused. */
const known = [
  {
    slug: 'carousel-horizon',
    title: 'Carousel Horizon <= 2.1.4 - Unauthenticated SQL injection',
    cve: 'CVE-2026-90001',
    score: 9.8,
    rating: 'Critical',
    fixed: ['2.1.5'],
    to: '2.1.4',
    daysAgo: 1,
    exploited: true,
  },
  {
    slug: 'easy-opening-hours',
    title: 'Easy Opening Hours (all versions) - Stored cross-site scripting',
    cve: 'CVE-2026-90002',
    score: 7.2,
    rating: 'High',
    fixed: [],
    to: '*',
    daysAgo: 4,
  },
  {
    slug: 'lightbox-lite-classic',
    title: 'Lightbox Lite Classic <= 4.6.3 - Missing authorization',
    cve: null,
    score: 5.3,
    rating: 'Medium',
    fixed: ['4.6.4'],
    to: '4.6.3',
    daysAgo: 12,
  },
  {
    slug: 'social-share-bricks',
    title: 'Social Share Bricks <= 3.0.1 - Cross-site request forgery',
    cve: 'CVE-2026-90004',
    score: 4.3,
    rating: 'Medium',
    fixed: [],
    to: '3.0.1',
    daysAgo: 30,
  },
] as const

/** A file of vulnerabilities, as a person imports it. Returns how many it has. */
export async function importKnownVulnerabilities({ run, clock }: DemoContext): Promise<number> {
  const now = clock.now().getTime()
  const records = known.map(({ slug, title, cve, score, rating, fixed, to, daysAgo, ...more }) => ({
    id: `demo-${slug}`,
    title,
    ...(cve && { cve }),
    ...more,
    published: new Date(now - daysAgo * dayMs).toISOString().slice(0, 10),
    cvss: { score, rating },
    references: [`https://vulnerabilities.example/${slug}`],
    software: [
      {
        type: 'plugin',
        slug,
        patched_versions: fixed,
        affected_versions: [{ from_version: '*', from_inclusive: true, to_version: to, to_inclusive: true }],
      },
    ],
  }))
  await run('import-vulnerabilities', { feed: JSON.stringify(records) })
  return records.length
}

/** One vulnerability is accepted, the plugin of another one is deactivated; the others wait for a decision. */
export async function decideAboutVulnerabilities({ run, clock }: DemoContext, worker: Actor): Promise<number> {
  const { items } = await run<{ items: { id: number; slug: string }[] }>('list-vulnerabilities', {})
  const idOf = (slug: string) => items.find((each) => each.slug === slug)?.id
  const [accepted, deactivated] = [idOf('social-share-bricks'), idOf('easy-opening-hours')]
  if (accepted !== undefined) {
    const ends_on = new Date(clock.now().getTime() + 30 * dayMs).toISOString().slice(0, 10)
    const reason = 'Only editors can reach the form. The client decides about a replacement.'
    await run('accept-vulnerability', { vulnerability_id: accepted, reason, ends_on }, worker)
  }
  const canDeactivate = deactivated !== undefined && (await hasConnectedSite(run, deactivated))
  if (canDeactivate) await run('deactivate-affected-plugins', { vulnerability_id: deactivated }, worker)
  return [accepted !== undefined, canDeactivate].filter(Boolean).length
}

/** A site that is down or disconnected is skipped; without any other one nothing would be started. */
async function hasConnectedSite(run: DemoContext['run'], vulnerabilityId: number): Promise<boolean> {
  const { items } = await run<{ items: { status: string }[] }>('list-affected-sites', {
    vulnerability_id: vulnerabilityId,
  })
  return items.some(({ status }) => status === 'connected')
}
