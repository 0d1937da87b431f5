import { createServer } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { codeOf, messageOf } from '../platform/error-facts.ts'

/** Connections that wait to be accepted. When they are full, a new one, of a health check too, waits a second or more. */
const backlog = 4096

/** Opens the port; errors name the setting to change. */
export async function listen(server: FastifyInstance, host: string, port: number): Promise<void> {
  try {
    await server.listen({ host, port, backlog })
  } catch (error) {
    throw new Error(describeFailure(error, host, port), { cause: error })
  }
}

/** For a start that prepares for long before it opens the port: fails now instead of then. */
export async function ensurePortIsFree(host: string, port: number): Promise<void> {
  const server = createServer()
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen({ host, port }, resolve)
    })
  } catch (error) {
    throw new Error(describeFailure(error, host, port), { cause: error })
  } finally {
    server.close()
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
