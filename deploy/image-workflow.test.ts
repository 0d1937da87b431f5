import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it, onTestFinished } from 'vitest'
import { parse } from 'yaml'
import { version } from '../service/version.ts'

const run = promisify(execFile)
const root = join(import.meta.dirname, '..')
const text = await readFile(join(root, '.github/workflows/image.yml'), 'utf8')

interface Step {
  id?: string
  name?: string
  uses?: string
  run?: string
  with?: Record<string, unknown>
  env?: Record<string, string>
}

const workflow = parse(text)
const steps: Step[] = workflow.jobs.image.steps

it('the image is built for two processors with its list of packages, and its digest is signed and verified', () => {
  expect(workflow.on).toEqual({ push: { tags: ['v*'] } })
  expect(workflow.permissions).toEqual({ contents: 'read', 'id-token': 'write' })
  expect(workflow.env.IMAGE).toBe(`${workflow.env.REGISTRY}/flotilla`)
  const pushes = steps.filter((step) => step.with?.push)
  expect(pushes.map((step) => step.with)).toEqual([
    expect.objectContaining({ platforms: 'linux/amd64,linux/arm64', sbom: true, provenance: 'mode=max' }),
  ])
  const signing = steps.filter((step) => step.run?.includes('cosign '))
  for (const step of signing) expect(step.env?.DIGEST).toBe(`\${{ steps.${pushes[0]!.id}.outputs.digest }}`)
  expect(signing.map((step) => /cosign (\w+)/.exec(step.run!)?.[1])).toEqual(['sign', 'verify'])
})

it('every action is pinned by commit, every reference to a step exists, and no expression is inside of a script', () => {
  const used = [...text.matchAll(/uses: (.+)$/gm)].map(([, name]) => name!)
  expect(used).toHaveLength(steps.filter((step) => step.uses).length)
  expect(used.filter((name) => !/^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(name))).toEqual([])
  for (const [, id] of text.matchAll(/steps\.(\w+)\./g)) expect(steps.map((step) => step.id)).toContain(id)
  // A value of an expression in a script would be run as shell.
  expect(steps.filter((step) => step.run?.includes('${{'))).toEqual([])
  for (const { with: given } of steps) if (given?.file) expect(given.file).toBe('deploy/Dockerfile')
})

it('bash accepts every script', async () => {
  const scripts = steps.flatMap((step) => step.run ?? [])
  expect(scripts).toHaveLength(4)
  for (const script of scripts) await run('bash', ['-n', '-c', script])
  await expect(run('bash', ['-n', '-c', 'if true; then'])).rejects.toThrow('syntax error')
})

it('refuses a tag that is not the version of package.json', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'flotilla-workflow-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const output = join(folder, 'output')
  const compare = (tag: string) =>
    run('bash', ['-e', '-c', steps.find((step) => step.id === 'version')!.run!], {
      cwd: root,
      env: { ...process.env, GITHUB_REF_NAME: tag, GITHUB_OUTPUT: output },
    })
  await compare(`v${version}`)
  expect(await readFile(output, 'utf8')).toBe(`version=${version}\n`)
  await expect(compare('v9.9.9')).rejects.toThrow(`The tag is v9.9.9, but package.json has ${version}.`)
})
