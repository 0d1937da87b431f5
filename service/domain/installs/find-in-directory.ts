import type { Context } from '../../operation/context.ts'
import { OutboundError } from '../../platform/outbound/errors.ts'
import { directoryHost, directoryNameOf, type InstallableType, packageAddress } from './directory.ts'

declare module '../../operation/context.ts' {
  interface FeatureState {
    /** The origin of packages of the public directory, for questions of this service. Sites always use the directory itself. */
    directoryOrigin: string
  }
}

export const publicDirectory = `https://${directoryHost}`

export interface DirectoryAnswer {
  /** Unknown: the directory could not be asked. */
  state: 'found' | 'missing' | 'unknown'
  message: string
}

/** Whether the public directory has a package of exactly this version. */
export async function findInDirectory(
  { outbound, directoryOrigin }: Pick<Context, 'outbound' | 'directoryOrigin'>,
  type: InstallableType,
  slug: string,
  version: string,
): Promise<DirectoryAnswer> {
  const name = directoryNameOf(type, slug)
  const address = name === null ? null : packageAddress(type, name, version)
  const missing = {
    state: 'missing' as const,
    message: `The public directory has no version ${version} of ${name ?? slug}.`,
  }
  if (address === null) return missing
  const unknown = (reason: string) => ({
    state: 'unknown' as const,
    message: `It is not known whether the public directory has version ${version} of ${name ?? slug}: ${reason} Try again later.`,
  })
  try {
    const url = address.replace(publicDirectory, directoryOrigin)
    const { status } = await outbound.request({
      url,
      method: 'HEAD',
      deadlines: { total: 10_000 },
      redirects: 'refuse',
    })
    if (status === 200) return { state: 'found', message: '' }
    return status === 404 || status === 410 ? missing : unknown(`it answered with status ${status}.`)
  } catch (error) {
    if (error instanceof OutboundError) return unknown(error.message)
    throw error
  }
}
