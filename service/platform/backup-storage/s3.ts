import { createHash } from 'node:crypto'
import { AwsV4Signer } from 'aws4fetch'
import type { Clock } from '../clock.ts'
import type { Outbound } from '../outbound/http-client.ts'
import type { OutboundResponse } from '../outbound/request.ts'

export interface S3Location {
  /** The address of the storage, such as https://s3.eu-central-1.amazonaws.com. */
  endpoint: string
  region: string
  bucket: string
}

export interface S3Credentials {
  accessKeyId: string
  secretAccessKey: string
}

export interface UploadedPart {
  number: number
  etag: string
}

/** An answer of the storage that is not a success; `code` is its own, such as NoSuchUpload. */
export class S3Error extends Error {
  readonly status: number
  readonly code: string

  constructor(status: number, code: string, message: string) {
    super(message)
    this.status = status
    this.code = code
  }
}

/** The calls of an S3-compatible storage that uploads in parts need. All go through the outbound guard. */
export interface S3 {
  startUpload(key: string): Promise<string>
  uploadPart(key: string, uploadId: string, number: number, body: Buffer): Promise<UploadedPart>
  completeUpload(key: string, uploadId: string, parts: readonly UploadedPart[]): Promise<void>
  abortUpload(key: string, uploadId: string): Promise<void>
  /** The size in bytes; null if there is no such object. */
  findSize(key: string): Promise<number | null>
  /** The bytes from `start` to before `end`. */
  readRange(key: string, start: number, end: number): Promise<Buffer>
  deleteObject(key: string): Promise<void>
}

// A part of 8 MiB takes two minutes at 70 KB/s.
const deadlines = { headers: 180_000, idle: 60_000, total: 600_000 }
const maxAnswer = 256 * 1024

export function createS3(
  { outbound, clock }: { outbound: Outbound; clock: Clock },
  { endpoint, region, bucket }: S3Location,
  credentials: S3Credentials,
): S3 {
  async function call(
    method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE',
    key: string,
    {
      query = '',
      body,
      range,
      maxBytes = maxAnswer,
    }: { query?: string; body?: Buffer; range?: string; maxBytes?: number } = {},
  ): Promise<OutboundResponse> {
    const url = `${endpoint}/${encodePath(bucket)}/${encodePath(key)}${query}`
    const signer = new AwsV4Signer({
      method,
      url,
      headers: {
        'x-amz-content-sha256': createHash('sha256')
          .update(body ?? '')
          .digest('hex'),
        ...(range && { range }),
      },
      ...credentials,
      service: 's3',
      region,
      datetime: clock
        .now()
        .toISOString()
        .replace(/[:-]|\.\d{3}/g, ''),
    })
    const signed = await signer.sign()
    return outbound.request({
      url: signed.url.href,
      method,
      headers: Object.fromEntries(signed.headers),
      ...(body && { body }),
      deadlines,
      maxBytes,
      maxDecodedBytes: maxBytes,
      redirects: 'manual',
      // One slow storage must not wait behind calls to sites.
      rateLimit: 'skip',
    })
  }

  async function succeed(...parameters: Parameters<typeof call>): Promise<OutboundResponse> {
    const answer = await call(...parameters)
    if (answer.status >= 200 && answer.status < 300) return answer
    throw refused(answer)
  }

  return {
    async startUpload(key) {
      const { body } = await succeed('POST', key, { query: '?uploads=' })
      const uploadId = readTag(body, 'UploadId')
      if (!uploadId)
        throw new S3Error(200, 'NoUploadId', 'The storage did not start an upload in parts. Is it S3-compatible?')
      return uploadId
    },
    async uploadPart(key, uploadId, number, body) {
      const query = `?partNumber=${number}&uploadId=${encodeURIComponent(uploadId)}`
      const { headers } = await succeed('PUT', key, { query, body })
      const etag = String(headers.etag ?? '')
      if (!/^"?[\w-]{1,200}"?$/.test(etag)) throw new S3Error(200, 'NoETag', 'The storage did not confirm a part.')
      return { number, etag: etag.replaceAll('"', '') }
    },
    async completeUpload(key, uploadId, parts) {
      const list = parts.map(
        ({ number, etag }) => `<Part><PartNumber>${number}</PartNumber><ETag>"${etag}"</ETag></Part>`,
      )
      const body = Buffer.from(`<CompleteMultipartUpload>${list.join('')}</CompleteMultipartUpload>`)
      const answer = await succeed('POST', key, { query: `?uploadId=${encodeURIComponent(uploadId)}`, body })
      // A storage answers 200 at once and may report an error at the end.
      if (readTag(answer.body, 'Code')) throw refused(answer)
    },
    async abortUpload(key, uploadId) {
      await call('DELETE', key, { query: `?uploadId=${encodeURIComponent(uploadId)}` })
    },
    async findSize(key) {
      const answer = await call('HEAD', key)
      if (answer.status === 404) return null
      if (answer.status !== 200) throw refused(answer)
      const size = Number(answer.headers['content-length'])
      return Number.isSafeInteger(size) ? size : null
    },
    async readRange(key, start, end) {
      // An answer that explains an error may be longer than a short range.
      const maxBytes = Math.max(end - start, maxAnswer)
      const { status, body } = await succeed('GET', key, { range: `bytes=${start}-${end - 1}`, maxBytes })
      if (status !== 206 || body.length !== end - start)
        throw new S3Error(status, 'WrongRange', 'The storage returned another part of the file than was requested.')
      return body
    },
    async deleteObject(key) {
      const answer = await call('DELETE', key)
      if (answer.status !== 404 && (answer.status < 200 || answer.status > 299)) throw refused(answer)
    },
  }
}

const encodePath = (path: string) => path.split('/').map(encodeURIComponent).join('/')

/** The text of the first element of this name; the answers have no nested ones that we read. */
function readTag(body: Buffer, name: string): string | undefined {
  const text = body.subarray(0, 64 * 1024).toString()
  const start = text.indexOf(`<${name}>`)
  const end = text.indexOf(`</${name}>`, start)
  if (start === -1 || end === -1) return undefined
  const value = text.slice(start + name.length + 2, end)
  return value.length > 0 && value.length <= 1_000 && !/[<&\p{Cc}]/u.test(value) ? value : undefined
}

const advice: Record<string, string> = {
  AccessDenied: 'Its key may not do this. It needs to read, write and delete objects of the bucket.',
  InvalidAccessKeyId: 'It does not know the access key.',
  SignatureDoesNotMatch: 'The secret key is wrong.',
  NoSuchBucket: 'The bucket does not exist.',
  AuthorizationHeaderMalformed: 'The region is wrong.',
  PermanentRedirect: 'The bucket is in another region; enter the endpoint and the region of the bucket.',
  QuotaExceeded: 'The storage is full.',
  RequestTimeTooSkewed: 'The clock of this server is wrong.',
}

function refused({ status, body }: OutboundResponse): S3Error {
  const given = readTag(body, 'Code') ?? ''
  // It is shown and stored.
  const code = /^[\w.-]{1,64}$/.test(given) ? given : ''
  const redirected = status >= 300 && status < 400 ? advice.PermanentRedirect : undefined
  const named = code ? `${status} (${code})` : String(status)
  return new S3Error(status, code, `The storage answered ${named}. ${advice[code] ?? redirected ?? ''}`.trim())
}
