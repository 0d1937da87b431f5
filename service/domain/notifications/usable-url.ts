import type { Context } from '../../operation/context.ts'
import { invalidInput } from '../../operation/errors.ts'
import { OutboundError } from '../../platform/outbound/errors.ts'

/** Refuses an address that we would never call, when it is entered rather than when it is needed. */
export async function requireUsableUrl({ outbound }: Pick<Context, 'outbound'>, url: string): Promise<void> {
  try {
    await outbound.check(url)
  } catch (error) {
    if (error instanceof OutboundError) throw invalidInput({ url: `cannot be called: ${error.message}` })
    throw error
  }
}
