import { call } from '../api/call.ts'
import { pageProblem } from '../api/problem.ts'
import { packageTexts } from './package-texts.ts'

/** All parts but the last have this size; see add-package-part. */
const partBytes = 1_100_000
const maxParts = 60
export const maxMegabytes = Math.floor((partBytes * maxParts) / 1_000_000)

export const isTooLarge = (file: File) => file.size > partBytes * maxParts

/** Uploads a zip file in parts. `onProgress` gets the percent that was sent. */
export async function uploadPackage(file: File, onProgress: (percent: number) => void, signal: AbortSignal) {
  const random = crypto.getRandomValues(new Uint8Array(16))
  const upload_id = Array.from(random, (byte) => byte.toString(16).padStart(2, '0')).join('')
  const parts = Math.max(1, Math.ceil(file.size / partBytes))
  for (let part = 0; ; part++) {
    const end = Math.min(file.size, (part + 1) * partBytes)
    const content = await toBase64(file.slice(part * partBytes, end))
    const last = part + 1 === parts
    onProgress(Math.floor((100 * part) / parts))
    if (last) onProgress(100)
    const sent = { upload_id, file_name: file.name.slice(0, 200), part, content, last }
    const answer = await call('add-package-part', sent, { signal })
    if (last) return answer.package
  }
}

/** The file is never in memory as a whole. */
const toBase64 = (piece: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    // `data:application/zip;base64,…`
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ''))
    reader.onerror = () => reject(pageProblem(packageTexts.notReadable))
    reader.readAsDataURL(piece)
  })
