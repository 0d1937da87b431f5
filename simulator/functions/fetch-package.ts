import { strFromU8, unzipSync } from 'fflate'

/** The plugin or theme in a zip file. */
export interface FetchedPackage {
  readonly file: string
  readonly folder: string
  readonly version: string
  readonly name: string
  readonly author: string
  readonly mainFile: string
}

/** Downloads and unpacks as WordPress does; null when that fails. */
export async function fetchPackage(url: string): Promise<FetchedPackage | null> {
  try {
    const answer = await fetch(url)
    if (answer.status !== 200) return null
    const files = unzipSync(new Uint8Array(await answer.arrayBuffer()))
    for (const [mainFile, content] of Object.entries(files)) {
      const text = strFromU8(content.subarray(0, 8192))
      const header = (name: string) => new RegExp(`^[ \\t/*#@]*${name}:(.*)$`, 'im').exec(text)?.[1]?.trim()
      const name = header('Plugin Name') ?? header('Theme Name')
      const folder = mainFile.split('/')[0]
      if (name === undefined || folder === undefined) continue
      const version = header('Version') ?? ''
      return { file: url.split('/').at(-1) ?? '', folder, version, name, author: header('Author') ?? '', mainFile }
    }
    return null
  } catch {
    return null
  }
}
