import type { FastifyInstance } from 'fastify'
import { codeOf, messageOf } from '../platform/error-facts.ts'

/** Opens the port; errors name the setting to change. */
export async function listen(server: FastifyInstance, host: string, port: number): Promise<void> {
  try {
    await server.listen({ host, port })
  } catch (error) {
    throw new Error(describeFailure(error, host, port), { cause: error })
  }
}

function describeFailure(error: unknown, host: string, port: number): string {
  const code = codeOf(error)
  if (code === 'EADDRINUSE')
    return `Another program already uses port ${port} of ${host}. Stop it, or set PORT to another number.`
  if (code === 'EACCES')
    return `This user may not open port ${port} of ${host}. Set PORT to a number from 1024 up, with a proxy in front.`
  return `HOST ${host} is not an address of this machine (${messageOf(error)}). Use 127.0.0.1, 0.0.0.0 or one that it has.`
}
