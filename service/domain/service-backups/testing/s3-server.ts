import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import S3rver from '@20minutes/s3rver'

export const s3Bucket = 'agency-backups'
export const s3Key = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' }

export interface S3Server {
  endpoint: string
  /** `PUT /bucket/key?query` of each call since the last test. */
  calls: string[]
  /** Decides about each call before the storage gets it: it gets no answer if this returns false. */
  admit(call: string): boolean
  close(): Promise<void>
}

/** A real S3-compatible storage on a loopback address. */
export async function startS3Server(directory: string): Promise<S3Server> {
  const storage = new S3rver({
    directory: join(directory, 's3'),
    silent: true,
    vhostBuckets: false,
    configureBuckets: [{ name: s3Bucket }],
  })
  await storage.configureBuckets()
  const handle = storage.callback()
  const server = createServer((request, response) => {
    const call = `${request.method} ${request.url}`
    fixture.calls.push(call)
    if (fixture.admit(call)) handle(request, response)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const fixture: S3Server = {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls: [],
    admit: () => true,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return fixture
}
