import { ServiceError } from '../../operation/errors.ts'

export const packageRefused = (because: string) =>
  new ServiceError('svc_package_refused', 'invalid', `The zip file cannot be used: ${because}`)

export const uploadOutOfOrder = (next: number, part: number) =>
  new ServiceError('svc_package_refused', 'invalid', `Part ${next} of the zip file is next, not part ${part}.`, {
    next_part: next,
  })

export const packageStorageFull = (because: string) =>
  new ServiceError(
    'svc_package_storage_full',
    'conflict',
    `${because} Delete packages that are no longer needed first.`,
  )

export const packageNotFound = (id: number) =>
  new ServiceError(
    'svc_package_not_found',
    'missing',
    `There is no uploaded package ${id}, or you may not see it. GET /packages lists them.`,
  )

/** The same for an address that never existed, was used or has expired: a guess learns nothing. */
export const downloadNotFound = () =>
  new ServiceError(
    'svc_download_not_found',
    'missing',
    'This download address is not valid. It is for one site, works once and expires after 15 minutes.',
  )

export const publicUrlMissing = () =>
  new ServiceError(
    'svc_public_url_missing',
    'conflict',
    'The site downloads the zip file from Flotilla, and PUBLIC_URL is not set. Set it to the address under which sites reach Flotilla and start the service again.',
  )

export const wouldReplaceOther = (
  site: { name: string; author: string },
  zip: { name: string; author: string },
  folder: string,
) =>
  new ServiceError(
    'svc_origin_unconfirmed',
    'conflict',
    `The folder ${folder} of the site has ${describe(site)}; the zip file has ${describe(zip)} and would replace it. Send confirm_source: true if you are sure.`,
  )

const describe = ({ name, author }: { name: string; author: string }) =>
  `${name || 'software without a name'} by ${author || 'an unknown author'}`
