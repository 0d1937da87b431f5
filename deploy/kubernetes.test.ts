import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { readConfig } from '../service/platform/config.ts'
import { queuePriorities } from '../service/platform/queue/queue.ts'
import { findDebianProgram } from '../service/testing/debian-programs.ts'
import { itIf } from '../service/testing/requirements.ts'
import { version } from '../service/version.ts'

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

const chart = join(import.meta.dirname, 'helm/flotilla')
const readChartFile = async (name: string): Promise<Manifest> => parse(await readFile(join(chart, name), 'utf8'))

/**
 * Renders the templates of the chart with the template engine of Go inside kubectl, which is that of Helm without Helm's own functions:
 * Debian has no Helm. So the templates use only what every Go template has.
 */
async function renderChart(
  change: (values: Manifest) => void = () => {},
): Promise<{ notes: string; manifests: Manifest[] }> {
  if (typeof kubectl === 'string') throw new Error(kubectl)
  const folder = await mkdtemp(join(tmpdir(), 'flotilla-helm-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const Values = await readChartFile('values.yaml')
  change(Values)
  const { appVersion } = await readChartFile('Chart.yaml')
  const data = { Values, Chart: { AppVersion: appVersion }, Release: { Revision: 1, Namespace: 'flotilla' } }
  // kubectl patches an object of a file, and shows it by a template.
  const object = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'values' }, ...data }
  await writeFile(join(folder, 'values.json'), JSON.stringify(object))
  const rendered = new Map<string, string>()
  for (const name of await readdir(join(chart, 'templates'))) {
    const template = `go-template-file=${join(chart, 'templates', name)}`
    const args = ['patch', '--local', '--type=merge', '-p', '{}', '-f', join(folder, 'values.json'), '-o', template]
    const { stdout } = await run(kubectl.path, args, {
      env: { ...process.env, ...kubectl.environment, HOME: folder },
    })
    expect([name, stdout]).not.toEqual([name, expect.stringContaining('<no value>')])
    rendered.set(name, stdout)
  }
  const notes = rendered.get('NOTES.txt')!
  rendered.delete('NOTES.txt')
  // As Kubernetes reads them: 0440 is octal.
  const manifests = [...rendered.values()].flatMap((text) =>
    [...parseAllDocuments(text, { version: '1.1' })].map((document) => document.toJS()).filter((each) => each !== null),
  )
  return { notes, manifests }
}

/** Without what kustomize or Helm adds: the namespace, hashes in names, the number of the revision, and the copy of the settings. */
function comparable(manifests: Manifest[]): Record<string, Manifest> {
  const text = JSON.stringify(manifests)
    .replaceAll(/(flotilla-(?:settings|secrets))-[a-z0-9]{10}"/g, '$1"')
    .replaceAll('"flotilla-migrate-1"', '"flotilla-migrate"')
  const compared: Manifest[] = JSON.parse(text)
  for (const { metadata, spec } of compared) {
    delete metadata.namespace
    delete spec?.template?.metadata.annotations
  }
  return Object.fromEntries(compared.map((each) => [`${each.kind} ${each.metadata.name}`, each]))
}

itIf(needsKubectl)(
  'the Helm chart renders the objects of kustomize, without the namespace and the secrets',
  async () => {
    const { manifests, notes } = await renderChart()
    const { 'Namespace flotilla': _, 'Secret flotilla-secrets': __, ...expected } = comparable(await render('base'))
    expect(comparable(manifests)).toEqual(expected)
    expect(notes).toContain(`Flotilla ${version} is at https://fleet.example.com`)
    expect(await readChartFile('Chart.yaml')).toMatchObject({ version, appVersion: version })
  },
)

itIf(needsKubectl)('every value of the chart has an effect', async () => {
  const { manifests } = await renderChart((values) => {
    values.image = { repository: 'registry.example.com/other', tag: '9.9.9' }
    values.settings.LOG_LEVEL = 'debug'
    values.networkPolicy.database = { podLabels: null, networks: ['10.20.0.5/32'] }
    values.networkPolicy.privateNetworks = ['10.30.0.0/16']
    values.ingress.enabled = false
  })
  const restarted = podsOf(manifests).map(({ spec }) => spec.template.metadata.annotations?.['flotilla/settings'])
  expect(restarted.filter((each) => each?.includes('LOG_LEVEL:debug'))).toHaveLength(2)
  for (const { spec } of podsOf(manifests))
    expect(spec.template.spec.containers[0].image).toBe('registry.example.com/other:9.9.9')
  expect(manifests.find(({ kind }) => kind === 'ConfigMap').data.LOG_LEVEL).toBe('debug')
  expect(named(manifests, 'Ingress')).toEqual([])
  const policy = manifests.find(({ kind, metadata }) => kind === 'NetworkPolicy' && metadata.name === 'flotilla')
  expect(policy.spec.egress.slice(2)).toEqual([
    { to: [{ ipBlock: { cidr: '10.30.0.0/16' } }] },
    { to: [{ ipBlock: { cidr: '10.20.0.5/32' } }], ports: [{ protocol: 'TCP', port: 5432 }] },
  ])
  const open = await renderChart((values) => {
    values.networkPolicy.database.podLabels = null
  })
  // A rule without `to` would allow every address.
  for (const { kind, spec } of open.manifests)
    if (kind === 'NetworkPolicy') for (const rule of spec.egress ?? []) expect(rule.to?.length).toBeGreaterThan(0)
  const templates = await Promise.all(
    (await readdir(join(chart, 'templates'))).map((name) => readFile(join(chart, 'templates', name), 'utf8')),
  )
  const unused = pathsOf(await readChartFile('values.yaml')).filter(
    (path) => !templates.some((text) => text.includes(`.Values.${path}`)),
  )
  expect(unused).toEqual([])
})

/** Paths of single values; the names inside of maps that users fill are not paths. */
function pathsOf(values: Manifest, prefix = ''): string[] {
  return Object.entries(values).flatMap(([name, value]) => {
    const path = `${prefix}${name}`
    const isMap = typeof value === 'object' && value !== null && !Array.isArray(value)
    return isMap && !['settings', 'annotations', 'podLabels'].includes(name) ? pathsOf(value, `${path}.`) : path
  })
}
