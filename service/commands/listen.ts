import type { FastifyInstance } from 'fastify'

/** Opens the port, or says which setting to change. */
export async function listen(server: FastifyInstance, host: string, port: number): Promise<void> {
  try {
    await server.listen({ host, port })
  } catch (error) {
    throw new Error(reasonFor(error as NodeJS.ErrnoException, host, port), { cause: error })
  }
}

function reasonFor({ code, message }: NodeJS.ErrnoException, host: string, port: number): string {
  if (code === 'EADDRINUSE')
    return `Something else listens on port ${port} of ${host} already. Stop it, or set PORT to another number.`
  if (code === 'EACCES')
    return `This user may not open port ${port} of ${host}. Set PORT to a number from 1024 up, with a proxy in front.`
  return `HOST ${host} is not an address of this machine (${message}). Use 127.0.0.1, 0.0.0.0 or one that it has.`
}
