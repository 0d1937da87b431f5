import { z } from 'zod'
import { FileAnswer } from '../../../operation/answers.ts'
import { ServiceError } from '../../../operation/errors.ts'
import { operation } from '../../../operation/operation.ts'
import { recogniseImage } from '../../../platform/image-size.ts'
import { OutboundError } from '../../../platform/outbound/errors.ts'
import { directoryUnavailable, pictureHosts, picturePath } from '../search-directory.ts'

const maxBytes = 1_000_000
const maxEdge = 2_400
const deadlines = { connect: 10_000, headers: 10_000, idle: 5_000, total: 20_000 }

function isPicture(picture: string): boolean {
  const at = picture.indexOf('/')
  const path = picture.slice(at)
  return pictureHosts.some((host) => host === picture.slice(0, at)) && picturePath.test(path) && !path.includes('..')
}

export const getDirectoryIcon = operation({
  name: 'get-directory-icon',
  summary: 'Return a picture of the public directory. icon_url of a search result is its address.',
  effect: 'read',
  permission: 'software.manage',
  input: z.strictObject({
    picture: z
      .string()
      .max(260)
      .refine(isPicture, 'must be a picture of a search result')
      .meta({ examples: ['ps.w.org/akismet/assets/icon-128x128.png'] }),
  }),
  output: z.unknown(),
  answers: ['file'],
}).does(async ({ picture }, { outbound }) => {
  try {
    const { status, body } = await outbound.request({
      url: `https://${picture}`,
      headers: { accept: 'image/png, image/jpeg, image/gif, image/webp' },
      deadlines,
      maxBytes,
      maxDecodedBytes: maxBytes,
    })
    const type = status === 200 ? recogniseImage(body, maxEdge) : undefined
    if (!type) throw noPicture()
    return new FileAnswer('icon', type, body, { lasting: true })
  } catch (error) {
    if (error instanceof OutboundError) throw directoryUnavailable(error.message)
    throw error
  }
})

const noPicture = () => new ServiceError('svc_picture_not_found', 'missing', 'The directory has no such picture.')
