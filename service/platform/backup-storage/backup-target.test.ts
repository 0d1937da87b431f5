import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { systemClock } from '../clock.ts'
import { httpServer, testOutbound } from '../outbound/testing/test-servers.ts'
import { nameOfBackup } from './backup-files.ts'
import { openFolderTarget, openS3Target, type UploadRecord } from './backup-target.ts'

const name = 'flotilla-20261117T030000Z-5-0123abcd.backup'
const other = 'flotilla-20261117T030000Z-6.backup'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'flotilla-target-'))
})
afterEach(() => rm(folder, { recursive: true }))
const plant = (file: string, content = 'x') => writeFile(join(folder, file), content)

it('two installations that start a backup with the same id at the same time use two names', () => {
  const at = new Date('2026-11-17T03:00:00Z')
  expect(nameOfBackup(5, at)).toMatch(/^flotilla-20261117T030000Z-5-[0-9a-f]{8}\.backup$/)
  expect(nameOfBackup(5, at)).not.toBe(nameOfBackup(5, at))
})

describe('a folder', () => {
  it('keeps the unfinished file of another installation, and loses those of our failed backups', async () => {
    const failed = 'flotilla-20261116T030000Z-4-0123abcd.backup'
    await plant(`${other}.part`)
    await plant(`${failed}.part`)
    await openFolderTarget(folder).prepare(name, [failed])
    expect(await readdir(folder)).toEqual([`${other}.part`])
  })

  it('is not created, because a disk may not be mounted', async () => {
    await expect(openFolderTarget(join(folder, 'missing')).prepare(name, [])).rejects.toThrow(/ENOENT/)
  })

  it.each<[string, (path: string) => Promise<unknown>]>([
    ['a folder', (path) => mkdir(path)],
    ['a device', (path) => symlink('/dev/zero', path)],
    ['a link to nothing', (path) => symlink('/nowhere', path)],
  ])('refuses %s in place of a backup', async (_what, make) => {
    await make(join(folder, name))
    await expect(openFolderTarget(folder).fetch(name, 0)).rejects.toThrow(`${name} no longer exists`)
  })

  it.each(['../../etc/passwd', 'flotilla-20261117T030000Z-5-0123abcd.backup/../x', 'notes.txt'])(
    'refuses the name %s',
    (path) => expect(() => openFolderTarget(folder).pathOf(path)).toThrow(/is no name of a backup/),
  )
})

describe('an S3-compatible storage', () => {
  const size = 20
  const content = Buffer.from('0123456789abcdefghij')

  type Answer = (request: IncomingMessage, response: ServerResponse) => void
  /** A storage with these answers; the others are right ones. */
  async function openTarget(answers: Partial<Record<'HEAD' | 'GET' | 'POST' | 'PUT', Answer>>) {
    const calls: string[] = []
    const { port } = await httpServer((request, response) => {
      calls.push(`${request.method} ${request.url}`)
      const answer = answers[request.method as 'GET']
      request.resume().once('end', () => (answer ?? right)(request, response))
    })
    const location = { endpoint: `http://127.0.0.1:${port}`, region: 'eu-central-1', bucket: 'bucket' }
    const credentials = { accessKeyId: 'id', secretAccessKey: 'the secret of the storage' }
    const parts = { outbound: testOutbound(), clock: systemClock }
    return { calls, target: openS3Target(parts, { location, credentials, prefix: '', spool: folder }) }
  }
  const right: Answer = ({ method, url }, response) => {
    if (method === 'HEAD') response.setHeader('content-length', size).end()
    else if (method === 'GET') response.writeHead(206).end(content)
    else if (method === 'PUT') response.setHeader('etag', '"abc"').end()
    else if (url?.includes('uploads=')) response.end('<R><UploadId>7</UploadId></R>')
    else response.end()
  }
  const record: UploadRecord = { uploadId: null, parts: [], onStart: async () => {}, onPart: async () => {} }
  const upload = async (answers: Parameters<typeof openTarget>[0]) => {
    await plant(name, content.toString())
    return (await openTarget(answers)).target.store(name, size, record)
  }

  it('is read completely, and copies that killed checks left are removed', async () => {
    await plant(`${other}.check`)
    await plant(`${other}.check.txt`)
    const { target } = await openTarget({})
    const { path, remove } = await target.fetch(name, size)
    expect((await readdir(folder)).sort()).toEqual([`${name}.check`, `${other}.check.txt`].sort())
    expect(path).toBe(join(folder, `${name}.check`))
    await remove()
  })

  it('keeps the file that is uploaded when it removes those of earlier runs', async () => {
    for (const file of [name, other, `${other}.part`, 'notes.txt']) await plant(file)
    await mkdir(join(folder, 'flotilla-20261117T030000Z-8.backup'))
    const { target } = await openTarget({})
    await target.prepare(name, [])
    expect((await readdir(folder)).sort()).toEqual([name, 'flotilla-20261117T030000Z-8.backup', 'notes.txt'].sort())
  })

  it.each<[string, Answer, RegExp]>([
    ['the whole file instead of a part', (_, response) => response.end(content), /another part of the file/],
    ['too few bytes', (_, response) => response.writeHead(206).end('0123'), /another part of the file/],
    ['endless bytes', (_, response) => flood(response.writeHead(206)), /larger than is accepted/],
    ['a zip bomb', (_, response) => bomb(response), /unpacks to more than is accepted/],
    ['an error', (_, response) => response.writeHead(403).end('<Code>AccessDenied</Code>'), /Its key may not do this/],
  ])('fails for %s, and leaves no copy', async (_what, answer, message) => {
    const { target } = await openTarget({ GET: answer })
    await expect(target.fetch(name, size)).rejects.toThrow(message)
    expect(await readdir(folder)).toEqual([])
  })

  it('is not followed to another address, and its text is not shown', async () => {
    const elsewhere: string[] = []
    const { port } = await httpServer((request, response) => {
      elsewhere.push(String(request.headers.authorization))
      response.end()
    })
    const code = `<Code>${'Call +1 555 0100 now! '.repeat(10)}</Code>`
    const redirect: Answer = (_, response) =>
      response.writeHead(307, { location: `http://127.0.0.1:${port}/` }).end(code)
    const { target } = await openTarget({ GET: redirect, HEAD: right })
    const failure = await target.fetch(name, size).catch((error) => error.message)
    expect(failure).toBe(
      'The storage answered 307. The bucket is in another region; enter the endpoint and the region of the bucket.',
    )
    expect(elsewhere).toEqual([])
  })

  it.each<[string, Parameters<typeof openTarget>[0], RegExp]>([
    ['starts no upload', { POST: (_, response) => response.end('<html>') }, /did not start an upload in parts/],
    ['names an upload with markup', { POST: startWith('<UploadId><b>1</b></UploadId>') }, /did not start an upload/],
    ['confirms no part', { PUT: (_, response) => response.end() }, /did not confirm a part/],
    ['confirms with a hostile tag', { PUT: tagged('"a"</ETag><Part>') }, /did not confirm a part/],
    ['has nothing afterwards', { HEAD: (_, response) => response.writeHead(404).end() }, /no longer exists/],
    ['has another size afterwards', { HEAD: sized(7) }, /has 7 bytes instead of 20/],
  ])('fails when the storage %s', async (_what, answers, message) => {
    await expect(upload(answers)).rejects.toThrow(message)
  })

  it('fails when an upload that was answered with 200 reports an error', async () => {
    const answers = {
      POST: ((request, response) =>
        request.url?.includes('uploads=')
          ? right(request, response)
          : response.end('<Error><Code>InternalError</Code></Error>')) as Answer,
      HEAD: ((_, response) => response.writeHead(404).end()) as Answer,
    }
    await expect(upload(answers)).rejects.toThrow('The storage answered 200 (InternalError).')
  })

  function startWith(body: string): Answer {
    return (_, response) => response.end(body)
  }
  function tagged(etag: string): Answer {
    return (_, response) => response.setHeader('etag', etag).end()
  }
  function sized(bytes: number): Answer {
    return (_, response) => response.setHeader('content-length', bytes).end()
  }
})

function flood(response: ServerResponse): void {
  const piece = Buffer.alloc(65_536)
  const pour = () => {
    while (!response.destroyed && response.write(piece));
  }
  response.on('drain', pour)
  pour()
}

function bomb(response: ServerResponse): void {
  response.writeHead(206, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(10_000_000)))
}
