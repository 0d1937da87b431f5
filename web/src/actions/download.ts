import { addresses } from 'virtual:operations'
import type { ErrorBody, InputOf } from '../../../contract/client.ts'
import { apiTexts } from '../api/api-texts.ts'
import type { Callable } from '../api/call.ts'
import { asProblem, notUnderstood, pageProblem, problemOf, unreachable } from '../api/problem.ts'
import { requestFor } from '../api/request.ts'
import { toast } from '../ui/toast.tsx'
import { actionsTexts } from './actions-texts.ts'

/** Saves the file that an operation returns. A toast shows progress and failure. */
export async function download<Name extends Callable>(name: Name, input: InputOf<Name>, doing: string): Promise<void> {
  await downloadFrom(requestFor(addresses[name], input as Record<string, unknown>).url, doing)
}

export async function downloadFrom(url: string, doing: string): Promise<void> {
  const id = toast(`${doing} …`, { busy: true })
  try {
    const response = await fetch(url, { credentials: 'same-origin' }).catch(() => {
      throw unreachable()
    })
    if (!response.ok) {
      const body = (await response.json().catch(() => null)) as ErrorBody | null
      throw typeof body?.code === 'string' ? await problemOf(body, response.status) : notUnderstood(response.status)
    }
    const file = await saveResponse(response)
    toast(actionsTexts.savedFile({ file }), { tone: 'good', replaces: id })
  } catch (error) {
    toast(asProblem(error).message, { tone: 'bad', replaces: id })
  }
}

/** Saves the file of a response under its name, and returns the name. */
export async function saveResponse(response: Response): Promise<string> {
  const file = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? 'download'
  const content = await response.blob().catch(() => {
    throw pageProblem(apiTexts.incompleteFile)
  })
  save(content, file)
  return file
}

export function save(content: Blob, file: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = file
  link.click()
  URL.revokeObjectURL(link.href)
}
