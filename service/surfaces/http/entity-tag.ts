import type { FastifyRequest } from 'fastify'
import { invalidInput } from '../../operation/errors.ts'

/** Where a version cannot be compared: a condition that has no effect would let a lost update through. */
export function refuseIfMatch({ headers, method }: FastifyRequest): void {
  if (headers['if-match'] === undefined || method === 'GET' || method === 'HEAD') return
  throw ifMatchRefused()
}

export const ifMatchRefused = () => invalidInput({ 'If-Match': 'has no effect at this address; leave it out' })
