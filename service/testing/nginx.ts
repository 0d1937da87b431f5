import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DebianProgram } from './debian-programs.ts'
import { freePort } from './free-port.ts'

export interface Nginx {
  port: number
  close(): Promise<void>
}

const deployed = new URL('../../deploy/nginx.conf', import.meta.url)

/** Debian's nginx with our example configuration, in front of one process, without TLS and on a free port. */
export async function startNginx(program: DebianProgram, upstreamPort: number): Promise<Nginx> {
  const folder = await mkdtemp(join(tmpdir(), 'flotilla-nginx-'))
  await mkdir(join(folder, 'logs'))
  const port = await freePort()
  await writeFile(join(folder, 'nginx.conf'), adapt(await readFile(deployed, 'utf8'), upstreamPort, port, folder))
  const args = ['-p', folder, '-c', join(folder, 'nginx.conf'), '-e', join(folder, 'logs/error.log')]
  const child = spawn(program.path, args, {
    env: { PATH: process.env.PATH, ...program.environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (printed += text))
  while (!(await answers(port))) {
    if (child.exitCode !== null) throw new Error(`nginx ended with ${child.exitCode}: ${printed}`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  return {
    port,
    async close() {
      const exit = once(child, 'exit')
      child.kill('SIGQUIT')
      const force = setTimeout(() => child.kill('SIGTERM'), 3_000)
      await exit
      clearTimeout(force)
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Replaces the parts that depend on the machine; everything about requests stays unchanged. */
function adapt(text: string, upstreamPort: number, port: number, folder: string): string {
  const upstream = `upstream flotilla {\n  server 127.0.0.1:${upstreamPort};\n  keepalive 32;\n}\n`
  const server = text
    .slice(text.lastIndexOf('\nserver {'))
    .replace(/^ *#.*$/gm, '')
    .replace(/listen 443[^;]*;/, `listen 127.0.0.1:${port};`)
    .replace(/^\s*(listen \[|http2 |ssl_).*$/gm, '')
  if (!server.includes('proxy_pass http://flotilla'))
    throw new Error('deploy/nginx.conf has changed: adapt this function.')
  return `daemon off; worker_processes 1; pid ${folder}/nginx.pid; ${process.getuid?.() === 0 ? 'user root;' : ''}
events { worker_connections 512; }
http {
  access_log off;
  ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/${name};`).join(' ')}
  ${upstream}${server}
}`
}

const answers = (port: number) =>
  fetch(`http://127.0.0.1:${port}/healthz`).then(
    () => true,
    () => false,
  )
