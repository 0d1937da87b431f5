import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { sendError } from '../http/send-error.ts'
import type { SurfaceContext } from '../surface.ts'
import { webSurface } from './web.ts'

let folder: string
let app: FastifyInstance

async function build(script = 'let a') {
  await mkdir(join(folder, 'assets'), { recursive: true })
  await writeFile(join(folder, 'assets', 'index-abc.js'), script)
  await writeFile(join(folder, 'assets', 'index-abc.js.br'), 'brotli')
  await writeFile(join(folder, 'icon.svg'), '<svg/>')
  await writeFile(join(folder, 'secret.txt'), 'not ours to give')
  await mkdir(join(folder, 'assets', 'de'), { recursive: true })
  await writeFile(join(folder, 'assets', 'de', 'index-abc.js'), 'let d')
  const html = `<html lang="en"><head><base href="/" /><script src="./assets/index-abc.js"></script></head>`
  const pages = [
    { path: '/', scripts: [], styles: [], shellCalls: [], calls: [] },
    {
      path: '/sites',
      scripts: ['assets/sites-abc.js'],
      styles: ['assets/sites-abc.css'],
      shellCalls: ['api/v2/desk'],
      calls: ['api/v2/sites?page=1&size=50'],
    },
    { path: '/sites/$siteId', scripts: ['assets/site-abc.js'], styles: [], shellCalls: [], calls: [] },
  ]
  await writeFile(join(folder, 'preloads.json'), JSON.stringify(pages))
  await writeFile(join(folder, 'index.html'), html)
}

async function open(publicUrl?: string) {
  app = fastify()
  app.setErrorHandler((error, request, reply) => sendError(error, request, reply, false))
  const context = { operations: [], addresses: [], ...(publicUrl !== undefined && { publicUrl }) }
  webSurface(folder)(app, context as unknown as SurfaceContext)
  app.get('/api/v2/sites', async () => 'sites')
}

const get = (url: string, headers: Record<string, string> = { accept: 'text/html' }) => app.inject({ url, headers })

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'web-surface-'))
})
afterEach(async () => {
  await app.close()
  await rm(folder, { recursive: true, force: true })
})

describe('the page', () => {
  it.each(['/', '/sites', '/sites/12/updates?page=2', '/apian'])('is served at %s', async (url) => {
    await build()
    await open()
    const answer = await get(url)
    expect(answer.statusCode).toBe(200)
    expect(answer.body).toContain('<base href="/" />')
    expect(answer.headers['cache-control']).toBe('no-cache')
  })

  it.each(['/api/v2/nothing', '/api', '/wp-json/x', '/metrics', '/assets/nothing.js', '/assets'])(
    'is not answered at %s',
    async (url) => {
      await build()
      await open()
      expect((await get(url)).statusCode).toBe(404)
    },
  )

  it('is not served to programs that do not accept HTML', async () => {
    await build()
    await open()
    expect((await get('/sites', { accept: 'application/json' })).body).not.toContain('<base')
  })

  it('runs no script and no style except its own files', async () => {
    await build()
    await open()
    const policy = String((await get('/')).headers['content-security-policy'])
    expect(policy).toContain("default-src 'none'")
    expect(policy).not.toMatch(/unsafe|https?:|\*/)
  })

  it('contains its base path', async () => {
    await build()
    await open('https://agency.example/fleet')
    expect((await get('/sites')).body).toContain('<base href="/fleet/" />')
  })

  it.each([
    [{}, 'en', './assets/index-abc.js'],
    [{ 'accept-language': 'de-DE,de;q=0.9,en;q=0.8' }, 'de', './assets/de/index-abc.js'],
    [{ 'accept-language': 'de', cookie: 'flotilla_language=en' }, 'en', './assets/index-abc.js'],
    [{ cookie: 'a=b; flotilla_language=de' }, 'de', './assets/de/index-abc.js'],
    [{ cookie: 'flotilla_language=..%2F"><script>' }, 'en', './assets/index-abc.js'],
  ])('has the language of %j', async (headers, language, script) => {
    await build()
    await open()
    const { body } = await get('/sites', { accept: 'text/html', ...headers })
    expect(body).toBe(`<html lang="${language}"><head><base href="/" /><script src="${script}"></script></head>`)
    expect((await get(script.slice(1), {})).body).toBe(language === 'de' ? 'let d' : 'let a')
  })

  it.each([
    ['flotilla_theme=dark', '<html data-theme="dark" lang="en">'],
    ['flotilla_theme="><script>', '<html lang="en">'],
  ])('has the theme of the cookie %s', async (cookie, start) => {
    await build()
    await open()
    expect((await get('/', { accept: 'text/html', cookie })).body.startsWith(start)).toBe(true)
  })

  it('lets the browser of a signed-in user request the scripts and the data of the opened page at once', async () => {
    await build()
    await open('https://agency.example/fleet')
    const cookie = 'flotilla_session=x; flotilla_language=de'
    const links = async (url: string, headers: Record<string, string> = { cookie }) =>
      (await get(url, { accept: 'text/html', ...headers })).body.match(/(?<=<link )[^>]+(?= \/>)/g) ?? []
    const shell = 'rel="preload" as="fetch" crossorigin href="./api/v2/desk"'
    const files = [
      'rel="modulepreload" href="./assets/de/sites-abc.js"',
      'rel="preload" as="style" crossorigin href="./assets/de/sites-abc.css"',
    ]
    expect(await links('/sites')).toEqual([
      shell,
      'rel="preload" as="fetch" crossorigin href="./api/v2/sites?page=1&amp;size=50"',
      ...files,
    ])
    expect(await links('/sites?search=%22%3E')).toEqual([shell, ...files])
    expect(await links('/sites/%22%3E')).toEqual(['rel="modulepreload" href="./assets/de/site-abc.js"'])
    expect(await links('/sites/1/updates')).toEqual([])
    expect(await links('/sites', {})).toEqual([])
  })

  it('is a placeholder until it is built', async () => {
    await open()
    const before = await get('/sites')
    expect(before.statusCode).toBe(503)
    expect(before.body).toContain('npm run web:build')
    await build()
    expect((await get('/sites')).statusCode).toBe(200)
  })
})

describe('assets', () => {
  it('are cached for ever and compressed as the browser supports', async () => {
    await build()
    await open()
    const plain = await get('/assets/index-abc.js', {})
    expect([plain.body, plain.headers['content-type']]).toEqual(['let a', 'text/javascript; charset=utf-8'])
    expect(plain.headers['cache-control']).toContain('immutable')
    const small = await get('/assets/index-abc.js', { 'accept-encoding': 'gzip, br' })
    expect([small.body, small.headers['content-encoding']]).toEqual(['brotli', 'br'])
  })

  it('outside of the folder of hashed names are revalidated', async () => {
    await build()
    await open()
    expect((await get('/icon.svg')).headers['cache-control']).toBe('no-cache')
  })

  it.each(['/assets/..%2fsecret.txt', '/assets/../secret.txt', '/assets/%2e%2e/secret.txt', '/secret.txt'])(
    'are only those of the build: %s',
    async (url) => {
      await build()
      await open()
      expect((await get(url, {})).body).not.toContain('not ours')
    },
  )
})
