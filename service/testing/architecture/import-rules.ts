import { type Import, importsOf, isTest, type Sources } from './sources.ts'

/** The part of the service that a file belongs to; each feature is a part. */
export function partOf(path: string): string {
  const [top, second, third] = path.split('/') as [string, string?, string?]
  if (top !== 'service') return top
  if (second === 'domain') return `feature ${third}`
  if (second === 'platform' || second === 'operation' || second === 'surfaces' || second === 'testing') return second
  return second === 'contract' ? 'contract maker' : 'top'
}

interface AllowedImports {
  may: string[]
  /** Shown for a forbidden import. */
  advice: string
}

const allowedImports: Record<string, AllowedImports> = {
  platform: { may: [], advice: 'the platform imports nothing else of the service; pass what it needs as a parameter' },
  operation: {
    may: ['platform'],
    advice: 'operation/ knows no feature and no surface; let the feature or app.ts pass it in',
  },
  feature: {
    may: ['operation', 'platform'],
    advice: 'a feature may import operation/, platform/ and the index.ts of other features',
  },
  surfaces: {
    may: ['operation'],
    advice: 'surfaces know no feature: take what you need from the SurfaceContext or a parameter',
  },
  'contract maker': {
    may: ['operation', 'surfaces', 'top'],
    advice: 'the contract is generated from the catalogue alone',
  },
  simulator: { may: [], advice: 'the simulator is independent, so that it cannot share our mistakes' },
  web: { may: ['contract', 'client'], advice: 'the dashboard imports only contract/ and client/' },
  cli: { may: ['contract'], advice: 'the command line imports only contract/' },
  client: { may: ['contract'], advice: 'the client for programs imports only contract/' },
  contract: { may: [], advice: 'generated files import nothing' },
}

// What a test may import in addition.
const forTests = ['testing', 'simulator', 'top', 'contract']

/** Imports follow the drawing in ARCHITECTURE.md. */
export function forbiddenImports(sources: Sources): string[] {
  return ownImports(sources).flatMap(({ path, to }) => {
    const from = partOf(path)
    const target = partOf(to.target)
    const rule = allowedImports[from.startsWith('feature ') ? 'feature' : from]
    if (!rule || from === target || rule.may.includes(target)) return []
    // Every part may use the version.
    if (to.target === 'service/version.ts') return []
    if (isTest(path) && forTests.includes(target)) return []
    if (from === 'surfaces' && target === 'platform' && (to.typeOnly || isTest(path))) return []
    if (from.startsWith('feature ') && target.startsWith('feature ') && isFeatureIndex(to.target)) return []
    return [`${path} imports ${to.target}: ${rule.advice}.`]
  })
}

/** Only tests import test code. */
export function testCodeInProduction(sources: Sources): string[] {
  return ownImports(sources)
    .filter(
      ({ path, to }) => isTest(to.target) && !isTest(path) && !path.startsWith('bench/') && !path.startsWith('spec/'),
    )
    .map(({ path, to }) => `${path} imports ${to.target}, which is test code: move what both need to production code.`)
}

/** Imports of missing files, such as a path without its extension. */
export function brokenImports(sources: Sources): string[] {
  return ownImports(sources)
    .filter(({ to }) => !sources.has(to.target) && !/\.(json|css|svg|js|mjs)$/.test(to.target))
    .map(({ path, to }) => `${path} imports ${to.target}, which does not exist: write the path with its extension.`)
}

/** Features that need each other are one feature, or one of them should react to an event. */
export function featureCycles(sources: Sources): string[] {
  const needs = new Map<string, Set<string>>()
  for (const { path, to } of ownImports(sources)) {
    const [from, target] = [partOf(path), partOf(to.target)]
    if (isTest(path) || from === target || !from.startsWith('feature ') || !target.startsWith('feature ')) continue
    needs.set(from, (needs.get(from) ?? new Set()).add(target))
  }
  const cycles = new Set<string>()
  const visit = (feature: string, path: string[]) => {
    const start = path.indexOf(feature)
    if (start !== -1) return void cycles.add(describeCycle(path.slice(start)))
    for (const next of needs.get(feature) ?? []) visit(next, [...path, feature])
  }
  for (const feature of needs.keys()) visit(feature, [])
  return [...cycles].map((cycle) => `${cycle}: let one of them react (ingest, on) instead of being called.`)
}

/** Files of the service that import each other in a circle, type imports and tests included. */
export function fileCircles(sources: Sources): string[] {
  const needs = new Map<string, string[]>()
  for (const { path, to } of ownImports(sources)) {
    if (path.startsWith('service/')) {
      needs.set(path, [...(needs.get(path) ?? []), to.target])
    }
  }
  const circles = new Set<string>()
  const done = new Set<string>()
  const visit = (file: string, path: string[]) => {
    const start = path.indexOf(file)
    if (start !== -1) return void circles.add([...path.slice(start), file].join(' → '))
    if (done.has(file)) return
    for (const next of needs.get(file) ?? []) visit(next, [...path, file])
    done.add(file)
  }
  for (const file of needs.keys()) visit(file, [])
  return [...circles].map((circle) => `${circle}: move what both need to a file of its own.`)
}

/** Describes a cycle the same way for every starting point. */
function describeCycle(features: string[]): string {
  const start = features.indexOf([...features].sort()[0]!)
  const rotated = [...features.slice(start), ...features.slice(0, start)]
  return [...rotated, rotated[0]!].map((feature) => `service/domain/${feature.slice('feature '.length)}`).join(' → ')
}

const isFeatureIndex = (path: string) => /^service\/domain\/[^/]+\/index\.ts$/.test(path)

function ownImports(sources: Sources): { path: string; to: Import }[] {
  return [...sources].flatMap(([path, text]) =>
    importsOf(path, text)
      .filter(({ own }) => own)
      .map((to) => ({ path, to })),
  )
}
