import { invalidInput, ServiceError } from '../../operation/errors.ts'

export const unknownAction = (segment: string, actions: readonly string[]) =>
  invalidInput({
    action:
      actions.length === 0
        ? `is not used by the segment ${segment}: leave it out`
        : `must be one of ${actions.join(', ')} for the segment ${segment}`,
  })

export const noRecipient = () => invalidInput({ to: 'is required: the client has no e-mail address' })

export const clientWithoutSites = (name: string) =>
  new ServiceError(
    'svc_nothing_to_report',
    'conflict',
    `${name} has no sites to report on. Assign a site to the client first.`,
  )

export const viewWithoutSites = (name: string) =>
  new ServiceError(
    'svc_nothing_to_report',
    'conflict',
    `The view “${name}” has no sites that you may see. Change its filters first.`,
  )
