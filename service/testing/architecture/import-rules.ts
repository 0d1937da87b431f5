import { type Import, importsOf, isTest, type Sources } from './sources.ts'

/** Which part of the service a file belongs to; features are distinguished by their name. */
export function partOf(path: string): string {
  const [top, second, third] = path.split('/') as [string, string?, string?]
  if (top !== 'service') return top
  if (second === 'domain') return `feature ${third}`
  if (second === 'platform' || second === 'operation' || second === 'surfaces' || second === 'testing') return second
  return second === 'contract' ? 'contract maker' : 'top'
}

interface Arrows {
  may: string[]
  /** Said to whoever draws another arrow. */
  advice: string
}

const arrows: Record<string, Arrows> = {
  platform: { may: [], advice: 'the platform imports nothing else of the service; pass what it needs as a parameter' },
  operation: {
    may: ['platform'],
    advice: 'operation/ knows no feature and no surface; let the feature or app.ts hand it in',
  },
  feature: {
    may: ['operation', 'platform'],
    advice: 'a feature may import operation/, platform/ and the index.ts of other features',
  },
  surfaces: {
    may: ['operation'],
    advice: 'surfaces know no feature: take what you need from the SurfaceContext or a parameter',
  },
  'contract maker': { may: ['operation', 'surfaces', 'top'], advice: 'the contract is made of the catalogue alone' },
  simulator: { may: [], advice: 'the simulator stands alone, so that it cannot share our mistakes' },
  web: { may: ['contract'], advice: 'the dashboard sees only contract/' },
  cli: { may: ['contract'], advice: 'the command line sees only contract/' },
  contract: { may: [], advice: 'generated files import nothing' },
}

// What a test beside the code may use on top of what the code may.
const forTests = ['testing', 'simulator', 'top', 'contract']

/** Imports follow the drawing in ARCHITECTURE.md. */
export function wrongArrows(sources: Sources): string[] {
  return ownImports(sources).flatMap(({ path, to }) => {
    const from = partOf(path)
    const target = partOf(to.target)
    const rule = arrows[from.startsWith('feature ') ? 'feature' : from]
    if (!rule || from === target || rule.may.includes(target)) return []
    // One number that every part may say.
    if (to.target === 'service/version.ts') return []
    if (isTest(path) && forTests.includes(target)) return []
    if (from === 'surfaces' && target === 'platform' && (to.typeOnly || isTest(path))) return []
    if (from.startsWith('feature ') && target.startsWith('feature ') && isFeatureIndex(to.target)) return []
    return [`${path} imports ${to.target}: ${rule.advice}.`]
  })
}

/** Only tests use what is made for tests. */
export function testingInProduction(sources: Sources): string[] {
  return ownImports(sources)
    .filter(
      ({ path, to }) => isTest(to.target) && !isTest(path) && !path.startsWith('bench/') && !path.startsWith('spec/'),
    )
    .map(
      ({ path, to }) =>
        `${path} imports ${to.target}, which is made for tests: move what both need to where it belongs.`,
    )
}

/** Imports of own files that are not there, such as a path without its ending. */
export function brokenImports(sources: Sources): string[] {
  return ownImports(sources)
    .filter(({ to }) => !sources.has(to.target) && !/\.(json|css|svg|js|mjs)$/.test(to.target))
    .map(({ path, to }) => `${path} imports ${to.target}, which does not exist: write the path with its ending.`)
}

/** Rooms that need each other are one feature, or one of them lacks an event. */
export function featureCycles(sources: Sources): string[] {
  const needs = new Map<string, Set<string>>()
  for (const { path, to } of ownImports(sources)) {
    const [from, target] = [partOf(path), partOf(to.target)]
    if (isTest(path) || from === target || !from.startsWith('feature ') || !target.startsWith('feature ')) continue
    needs.set(from, (needs.get(from) ?? new Set()).add(target))
  }
  const cycles = new Set<string>()
  const walk = (feature: string, way: string[]) => {
    const at = way.indexOf(feature)
    if (at !== -1) return void cycles.add(describeCycle(way.slice(at)))
    for (const next of needs.get(feature) ?? []) walk(next, [...way, feature])
  }
  for (const feature of needs.keys()) walk(feature, [])
  return [...cycles].map((cycle) => `${cycle}: let one of them react (absorbs, on) instead of being called.`)
}

/** The same cycle is the same sentence, wherever the walk began. */
function describeCycle(features: string[]): string {
  const start = features.indexOf([...features].sort()[0]!)
  const turned = [...features.slice(start), ...features.slice(0, start)]
  return [...turned, turned[0]!].map((feature) => `service/domain/${feature.slice('feature '.length)}`).join(' → ')
}

const isFeatureIndex = (path: string) => /^service\/domain\/[^/]+\/index\.ts$/.test(path)

function ownImports(sources: Sources): { path: string; to: Import }[] {
  return [...sources].flatMap(([path, text]) =>
    importsOf(path, text)
      .filter(({ own }) => own)
      .map((to) => ({ path, to })),
  )
}
