import { randomBytes } from 'node:crypto'
import type { Callers } from '../../../testing/callers.ts'
import type { Answer } from '../../../testing/test-service.ts'
import { partBytes } from '../stored-zip.ts'

/** Uploads a zip file in parts, as the dashboard does; returns the answer to the last part. */
export async function upload(
  { rest }: Pick<Callers, 'rest'>,
  zip: Buffer,
  headers?: Record<string, string>,
): Promise<Answer> {
  const upload_id = randomBytes(16).toString('hex')
  for (let part = 0; ; part++) {
    const end = (part + 1) * partBytes
    const content = zip.subarray(part * partBytes, end).toString('base64')
    const last = end >= zip.length
    const answer = await rest(
      'POST /packages/parts',
      { upload_id, file_name: 'forms.zip', part, content, last },
      headers,
    )
    if (last || answer.status !== 200) return answer
  }
}
