import type { Context } from '../../operation/context.ts'
import { invalidInput } from '../../operation/errors.ts'
import type { GalleryImage } from '../../platform/connector/parts/post-parts.ts'
import { OutboundError } from '../../platform/outbound/errors.ts'
import type { PostInput } from './post-input.ts'

/** The site downloads these pictures: it must not be made to fetch what only its own network may see. */
export async function requirePublicImages({ outbound }: Pick<Context, 'outbound'>, written: PostInput) {
  const { post_featured_image, post_gallery_images = [] } = written
  const wanted: [string, string][] = post_gallery_images.map((image, index) => [
    `post_gallery_images[${index}]`,
    typeof image === 'string' ? image : image.src,
  ])
  if (post_featured_image) wanted.push(['post_featured_image', post_featured_image])
  const problems: Record<string, string> = {}
  const check = async ([field, url]: [string, string]) => {
    try {
      await outbound.check(url)
    } catch (error) {
      if (!(error instanceof OutboundError)) throw error
      problems[field] = `must be the public web address of a picture. ${error.message.replace(/\.$/, '')}`
    }
  }
  await Promise.all(wanted.map(check))
  if (Object.keys(problems).length > 0) throw invalidInput(problems)
}

/** Where the caller gave no ids, the pictures are called 1, 2, 3 …, as in `[gallery ids="1,2,3"]`. */
export function readGallery(images: NonNullable<PostInput['post_gallery_images']>): GalleryImage[] {
  return images.map((image, index) => {
    const { id = index + 1, src, ...words } = typeof image === 'string' ? { src: image } : image
    const said = Object.entries(words).filter(([, text]) => text !== undefined)
    return { id, src, ...Object.fromEntries(said) }
  })
}

/** A gallery shows only where the text says so. */
export function withGallery(content: string, gallery: readonly GalleryImage[]): string {
  if (gallery.length === 0 || /\[gallery\b/.test(content)) return content
  return `${content}\n\n[gallery ids="${gallery.map(({ id }) => id).join(',')}"]`.trimStart()
}
