import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished } from 'vitest'
import { parseAllDocuments } from 'yaml'
import { readConfig } from '../service/platform/config.ts'
import { queuePriorities } from '../service/platform/queue/queue.ts'
import { findDebianProgram } from '../service/testing/debian-programs.ts'
import { itIf } from '../service/testing/requirements.ts'

const run = promisify(execFile)
const kubectl = await findDebianProgram('kubectl', 'kubernetes-client')
const needsKubectl = { present: typeof kubectl !== 'string', name: 'kubernetes-client of Debian' }

/** Manifests have many shapes; the assertions check what they read. */
// biome-ignore lint/suspicious/noExplicitAny: as above
type Manifest = any

async function render(variant: string): Promise<Manifest[]> {
  if (typeof kubectl === 'string') throw new Error(kubectl)
  const folder = await mkdtemp(join(tmpdir(), 'flotilla-kubernetes-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await cp(join(import.meta.dirname, 'kubernetes'), folder, { recursive: true })
  await mkdir(join(folder, 'base/secrets'), { recursive: true })
  for (const name of ['MASTER_KEY', 'DATABASE_URL', 'BACKUP_KEY'])
    await writeFile(join(folder, 'base/secrets', name), 'planted')
  const { stdout } = await run(kubectl.path, ['kustomize', join(folder, variant)], {
    env: { ...process.env, ...kubectl.environment, HOME: folder },
  })
  return parseAllDocuments(stdout).map((document) => document.toJS())
}

const podsOf = (manifests: Manifest[]) => manifests.filter(({ kind }) => kind === 'Deployment' || kind === 'Job')
const named = (manifests: Manifest[], kind: string) =>
  manifests.filter((each) => each.kind === kind).map(({ metadata }) => metadata.name as string)
const isSelected = (labels: Record<string, string>, selector: Record<string, string>) =>
  Object.entries(selector).every(([name, value]) => labels[name] === value)

itIf(needsKubectl)('kustomize renders manifests whose references exist', async () => {
  const manifests = await render('base')
  expect(manifests.map(({ kind, metadata }) => `${kind} ${metadata.name.replace(/-\w{10}$/, '')}`).sort()).toEqual([
    'ConfigMap flotilla-settings',
    'Deployment flotilla-api',
    'Deployment flotilla-worker',
    'HorizontalPodAutoscaler flotilla-api',
    'HorizontalPodAutoscaler flotilla-worker',
    'Ingress flotilla',
    'Job flotilla-migrate',
    'Namespace flotilla',
    'NetworkPolicy flotilla',
    'NetworkPolicy flotilla-api',
    'PodDisruptionBudget flotilla-api',
    'PodDisruptionBudget flotilla-worker',
    'Secret flotilla-secrets',
    'Service flotilla-api',
    'ServiceAccount flotilla',
  ])
  const pods = podsOf(manifests)
  const labels = pods.map(({ spec }) => spec.template.metadata.labels)
  for (const { kind, metadata, spec } of manifests) {
    if (kind !== 'Namespace') expect(metadata.namespace, metadata.name).toBe('flotilla')
    if (kind === 'HorizontalPodAutoscaler') expect(named(manifests, 'Deployment')).toContain(spec.scaleTargetRef.name)
    const selector =
      kind === 'Service' ? spec.selector : (spec?.selector?.matchLabels ?? spec?.podSelector?.matchLabels)
    if (selector)
      expect([metadata.name, labels.some((each) => isSelected(each, selector))]).toEqual([metadata.name, true])
  }
  const external = manifests
    .filter(({ kind }) => kind === 'HorizontalPodAutoscaler')
    .flatMap(({ spec }) => spec.metrics)
    .filter(({ type }) => type === 'External')
    .map(({ external }) => [external.metric.name, external.metric.selector.matchLabels.queue])
  expect(external).toEqual([
    ['flotilla_queue_oldest_seconds', 'long'],
    ['flotilla_queue_oldest_seconds', 'short'],
  ])
  // The names of queues are fixed in the code.
  for (const [, queue] of external) expect(queuePriorities).toContain(queue)
  const documented = await readFile(join(import.meta.dirname, '../docs/metrics.md'), 'utf8')
  expect(documented).toContain('| `flotilla_queue_oldest_seconds` | gauge |')
  const ingress = manifests.find(({ kind }) => kind === 'Ingress').spec.rules[0].http.paths[0].backend.service
  expect(named(manifests, 'Service')).toContain(ingress.name)
})

itIf(needsKubectl)(
  'every pod runs without rights, with settings that Flotilla accepts and secrets from files',
  async () => {
    const manifests = await render('base')
    const settings = manifests.find(({ kind }) => kind === 'ConfigMap')
    const secrets = manifests.find(({ kind }) => kind === 'Secret')
    for (const { metadata, spec } of podsOf(manifests)) {
      const { containers, securityContext, volumes, serviceAccountName } = spec.template.spec
      expect(named(manifests, 'ServiceAccount')).toContain(serviceAccountName)
      expect(securityContext).toMatchObject({ runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } })
      expect(volumes[0].secret.secretName).toBe(secrets.metadata.name)
      const [container] = containers
      expect(container.image).toMatch(/^registry\.example\.com\/flotilla:\d/)
      expect(container.securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      })
      expect(container.envFrom).toEqual([{ configMapRef: { name: settings.metadata.name } }])
      const own: { name: string; value: string }[] = container.env
      const files = own.filter(({ name }) => name.endsWith('_FILE'))
      const needed = metadata.name === 'flotilla-migrate' ? ['DATABASE_URL', 'MASTER_KEY'] : Object.keys(secrets.data)
      expect(files.map(({ value }) => value.split('/').at(-1)).sort()).toEqual(needed.toSorted())
      expect(files.map(({ name }) => name)).toEqual(files.map(({ value }) => `${value.split('/').at(-1)}_FILE`))
      const others = Object.fromEntries(
        own.filter((each) => !files.includes(each)).map(({ name, value }) => [name, value]),
      )
      const config = readConfig({ ...settings.data, ...others })
      expect([metadata.name, config.ROLE, config.PORT]).toEqual([
        metadata.name,
        metadata.name === 'flotilla-migrate' ? 'all' : metadata.name.replace('flotilla-', ''),
        container.ports?.[0].containerPort ?? 8700,
      ])
      if (container.readinessProbe) expect(container.readinessProbe.httpGet).toEqual({ path: '/readyz', port: 'http' })
      expect(config.DRAIN_SECONDS).toBeLessThan(spec.template.spec.terminationGracePeriodSeconds ?? 60)
    }
  },
)

itIf(needsKubectl)(
  'with an operator, every pod reads the address of its PostgreSQL, which the network policy allows',
  async () => {
    const manifests = await render('cloudnative-pg')
    const cluster = manifests.find(({ kind }) => kind === 'Cluster')
    const { owner } = cluster.spec.bootstrap.initdb
    expect(cluster.spec.managed.roles).toEqual([{ name: owner, ensure: 'present', login: true, createdb: true }])
    for (const { spec } of podsOf(manifests)) {
      const { containers, volumes } = spec.template.spec
      const mounted = volumes.find((volume: Manifest) => volume.secret?.secretName === `${cluster.metadata.name}-app`)
      const { mountPath } = containers[0].volumeMounts.find(({ name }: Manifest) => name === mounted.name)
      const { value } = containers[0].env.find(({ name }: Manifest) => name === 'DATABASE_URL_FILE')
      expect(value).toBe(`${mountPath}/uri`)
    }
    const policy = manifests.find(({ kind, metadata }) => kind === 'NetworkPolicy' && metadata.name === 'flotilla')
    expect(policy.spec.egress.at(-1).to[0].podSelector.matchLabels).toEqual({
      'cnpg.io/cluster': cluster.metadata.name,
    })
    const blocked = policy.spec.egress[1].to[0].ipBlock.except
    expect(blocked).toEqual(expect.arrayContaining(['10.0.0.0/8', '169.254.0.0/16', '192.168.0.0/16']))
  },
)
