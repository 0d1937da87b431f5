import { ServiceError } from '../../operation/errors.ts'

interface CalledSite {
  id: number
  url: string
}

const details = ({ id, url }: CalledSite) => ({ site_id: id, site_url: url })

export const noAnswerInTime = (site: CalledSite, seconds: number) =>
  new ServiceError(
    'svc_no_answer_in_time',
    'unavailable',
    `${site.url} did not answer within ${seconds} seconds. Request this site alone, or try again later.`,
    details(site),
  )

export const answerTooLarge = (site: CalledSite) =>
  new ServiceError(
    'svc_answer_too_large',
    'too-large',
    `The answers of all sites together are too large, so ${site.url} was left out. Select fewer sites or a smaller maximum.`,
    details(site),
  )

/** The site reported success, but reading it back shows that nothing changed. */
export const notApplied = (site: CalledSite, problem: string) =>
  new ServiceError('svc_not_applied', 'child-error', `${site.url} reported success, but ${problem}.`, details(site))
