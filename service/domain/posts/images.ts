import type { Context } from '../../operation/context.ts'
import { invalidInput } from '../../operation/errors.ts'
import type { GalleryImage } from '../../platform/connector/parts/post-parts.ts'
import { OutboundError } from '../../platform/outbound/errors.ts'
import type { PostInput } from './post-input.ts'

/** The site downloads these images and must not fetch anything from its own network. */
export async function requirePublicImages({ outbound }: Pick<Context, 'outbound'>, input: PostInput) {
  const { post_featured_image, post_gallery_images = [] } = input
  const addresses: [string, string][] = post_gallery_images.map((image, index) => [
    `post_gallery_images[${index}]`,
    typeof image === 'string' ? image : image.src,
  ])
  if (post_featured_image) addresses.push(['post_featured_image', post_featured_image])
  const problems: Record<string, string> = {}
  const check = async ([field, url]: [string, string]) => {
    try {
      await outbound.check(url)
    } catch (error) {
      if (!(error instanceof OutboundError)) throw error
      problems[field] = `must be the public web address of an image. ${error.message.replace(/\.$/, '')}`
    }
  }
  await Promise.all(addresses.map(check))
  if (Object.keys(problems).length > 0) throw invalidInput(problems)
}

/** Images without an id get 1, 2, 3 …, as in `[gallery ids="1,2,3"]`. */
export function toGallery(images: NonNullable<PostInput['post_gallery_images']>): GalleryImage[] {
  return images.map((image, index) => {
    const { id = index + 1, src, ...texts } = typeof image === 'string' ? { src: image } : image
    const sent = Object.entries(texts).filter(([, text]) => text !== undefined)
    return { id, src, ...Object.fromEntries(sent) }
  })
}

/** WordPress shows a gallery only where the text contains its shortcode. */
export function withGallery(content: string, gallery: readonly GalleryImage[]): string {
  if (gallery.length === 0 || /\[gallery\b/.test(content)) return content
  return `${content}\n\n[gallery ids="${gallery.map(({ id }) => id).join(',')}"]`.trimStart()
}
