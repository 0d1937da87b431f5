import { ServiceError } from '../../operation/errors.ts'

interface Place {
  id: number
  url: string
}

const at = ({ id, url }: Place) => ({ site_id: id, site_url: url })

export const noAnswerInTime = (site: Place, seconds: number) =>
  new ServiceError(
    'svc_no_answer_in_time',
    'unavailable',
    `${site.url} did not answer within ${seconds} seconds. Ask for it alone, or try again later.`,
    at(site),
  )

export const answerTooLarge = (site: Place) =>
  new ServiceError(
    'svc_answer_too_large',
    'too-large',
    `All answers together are too large for one, so that of ${site.url} was left out. Choose fewer sites or a smaller maximum.`,
    at(site),
  )

/** The site says that it did it, and shows that it did not. */
export const notApplied = (site: Place, what: string) =>
  new ServiceError('svc_not_applied', 'child-error', `${site.url} said yes, but ${what}.`, at(site))
