import { ServiceError } from '../../../operation/errors.ts'

export const dumpRefused = (because: string) =>
  new ServiceError('svc_dump_refused', 'invalid', `The database dump cannot be used: ${because}`)

export const keyArchiveRefused = (because: string) =>
  new ServiceError('svc_dump_refused', 'invalid', `The archive of key files cannot be used: ${because}`)
