import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { parse } from 'yaml'
import { readConfig } from '../service/platform/config.ts'
import { type DebianProgram, findDebianProgram } from '../service/testing/debian-programs.ts'
import { itIf } from '../service/testing/requirements.ts'
import { version } from '../service/version.ts'

const run = promisify(execFile)
const here = import.meta.dirname
const read = (name: string) => readFile(join(here, name), 'utf8')
const units = (await readdir(here)).filter((name) => name.endsWith('.service'))

const nginx = await findDebianProgram('nginx', 'nginx')
const systemd = await findDebianProgram('systemd-analyze', 'systemd')
const present = (program: DebianProgram | string, name: string) => ({ present: typeof program !== 'string', name })

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'flotilla-deploy-'))
})
afterAll(() => rm(folder, { recursive: true }))

/** Standard output and error of a program, and whether it succeeded. */
async function outputOf(
  program: DebianProgram | string,
  args: string[],
  settings: Record<string, string> = {},
): Promise<{ ok: boolean; text: string }> {
  if (typeof program === 'string') throw new Error(program)
  const env = { ...process.env, ...program.environment, ...settings }
  return run(program.path, args, { env }).then(
    ({ stdout, stderr }) => ({ ok: true, text: stdout + stderr }),
    (error) => ({ ok: false, text: `${error.stdout}${error.stderr}` }),
  )
}

itIf(present(nginx, 'nginx of Debian'))('nginx accepts nginx.conf', async () => {
  await mkdir(join(folder, 'certificates'))
  const pair = join(here, '../service/testing/certificates/good.pem')
  for (const name of ['fullchain', 'privkey']) await cp(pair, join(folder, `certificates/${name}.pem`))
  // Names of containers mean nothing here, the folder is another one, and only root may open ports below 1024, which nginx tries.
  const site = (await read('nginx.conf'))
    .replace(/server api-\d:/g, 'server 127.0.0.1:')
    .replace(/^ *listen (\d+)/gm, `listen unix:${folder}/$1.socket`)
    .replaceAll('/etc/nginx/', `${folder}/`)
  await writeFile(join(folder, 'site.conf'), site)
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${join(folder, name)};`,
  )
  const main = `pid ${join(folder, 'pid')};\nevents {}\nhttp { access_log off; ${temporary.join(' ')} include ${join(folder, 'site.conf')}; }\n`
  await writeFile(join(folder, 'nginx.conf'), main)
  const args = ['-t', '-e', 'stderr', '-p', folder, '-c', join(folder, 'nginx.conf')]
  const { ok, text } = await outputOf(nginx, args)
  expect(text).toContain('test is successful')
  expect(text).not.toContain('[emerg]')
  expect(ok).toBe(true)
})

itIf(present(systemd, 'systemd of Debian'))('systemd accepts the units', async () => {
  const names = units.map((name) => name.replace('@.', '@8701.'))
  for (const [index, name] of names.entries()) await cp(join(here, units[index]!), join(folder, name))
  await writeFile(join(folder, 'wrong.service'), '[Service]\nExecStart=/bin/true\nNoSuchKey=1\n')
  // Only root may create /run/systemd, which the check of system units needs.
  const scope = process.getuid?.() === 0 ? 'system' : 'user'
  const paths = [...names, 'wrong.service'].map((name) => join(folder, name))
  const { text } = await outputOf(systemd, ['verify', `--${scope}`, '--man=no', ...paths], {
    XDG_RUNTIME_DIR: folder,
    ...unitPath(systemd, scope),
  })
  expect(text).toContain("Unknown key 'NoSuchKey'")
  // The check also reads units of the machine, which may have their own problems.
  expect(text.split('\n').filter((line) => names.some((name) => line.includes(name)))).toEqual([])
})

/** An unpacked systemd does not find its own units. The colon at the end adds the folders of the machine. */
function unitPath(program: DebianProgram | string, scope: string): Record<string, string> {
  if (typeof program === 'string' || program.folder === '/') return {}
  const folders = ['lib', 'usr/lib'].map((name) => join(program.folder, name, 'systemd', scope))
  return { SYSTEMD_UNIT_PATH: `${folders.join(':')}:` }
}

it.each(units)('%s starts through launch.js, which finds the right Node', async (name) => {
  const unit = await read(name)
  expect(unit).toMatch(/^ExecStart=\/usr\/bin\/env node .*launch\.js start$/m)
  if (name.includes('@')) expect(unit).toMatch(/^Environment=.*\bPORT=%i\b/m)
})

it('compose.yaml names every file that it needs', async () => {
  const compose = await read('compose.yaml')
  const comment = compose.slice(0, compose.indexOf('name: flotilla'))
  const used = [...compose.matchAll(/(?:env_file: |(?<=\s)file: |- \.\/)([\w.-]+)/g)].map(([, name]) => name!)
  expect(used).toEqual(['flotilla.env', 'nginx.conf', 'certificates', 'postgres-password'])
  const certificates = [...(await read('nginx.conf')).matchAll(/\/etc\/nginx\/(certificates\/\S+);/g)].map(
    ([, name]) => name!,
  )
  expect(certificates).toHaveLength(2)
  for (const name of [...used, ...certificates]) expect(comment).toContain(`#   ${name}`)
})

it('compose.small.yaml is one container with one volume, and needs no other file', async () => {
  const text = await read('compose.small.yaml')
  const { services, volumes, ...others } = parse(text)
  expect(others).toEqual({ name: 'flotilla' })
  expect([Object.keys(services), Object.keys(volumes)]).toEqual([['flotilla'], ['data']])
  const { environment, ...container } = services.flotilla
  expect(container).toEqual({
    image: `registry.example.com/flotilla:${version}`,
    restart: 'unless-stopped',
    read_only: true,
    tmpfs: ['/tmp'],
    stop_grace_period: '60s',
    ports: ['127.0.0.1:8700:8700'],
    volumes: ['data:/var/lib/flotilla'],
  })
  const recipe = await read('Dockerfile')
  expect(recipe).toContain('VOLUME /var/lib/flotilla\nEXPOSE 8700\n')
  // Settings in comments are accepted too, once they are filled in.
  const suggested = [...text.matchAll(/^ {6}# ([A-Z_]+): (.+)$/gm)].map(([, name, value]) => [name!, value!])
  expect(suggested.map(([name]) => name)).toEqual(['PUBLIC_URL', 'TRUST_PROXY', 'SMTP_URL', 'MAIL_FROM', 'BACKUP_KEY'])
  const given = Object.fromEntries(suggested.map(([name, value]) => [name, value === '…' ? 'k'.repeat(44) : value]))
  expect(readConfig({ ...environment, ...given })).toMatchObject({ LOG_LEVEL: 'info', ...given })
})
