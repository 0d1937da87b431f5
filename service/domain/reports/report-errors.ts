import { invalidInput, ServiceError } from '../../operation/errors.ts'

export const unknownAction = (segment: string, actions: readonly string[]) =>
  invalidInput({
    action:
      actions.length === 0
        ? `is not for the segment ${segment}: leave it out`
        : `must be one of ${actions.join(', ')} for the segment ${segment}`,
  })

export const noRecipient = () =>
  invalidInput({ to: 'is needed: nobody is named, and the client has no e-mail address' })

export const clientWithoutSites = (name: string) =>
  new ServiceError(
    'svc_nothing_to_report',
    'conflict',
    `${name} has no site to report on. Give the client a site first.`,
  )
