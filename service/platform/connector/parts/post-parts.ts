import { maxLength } from '../reading/limits.ts'
import { block, line, verbatim, webAddress } from '../reading/text.ts'
import { idOf, isMap, type WireMap } from '../reading/values.ts'
import { base64Json, doubleBackslashes } from '../wire/form.ts'

/** Values by name; WordPress can store several under one name. */
export type CustomFields = Readonly<Record<string, readonly string[]>>

export interface GalleryImage {
  /** Its id in `[gallery ids="…"]` in the text. */
  id: number
  /** Web address of the image. */
  src: string
  alt?: string
  caption?: string
  description?: string
  title?: string
}

const maxFields = 500
const maxImages = 500
const maxValueLength = 100_000

export function readCustom(raw: WireMap | undefined): CustomFields {
  const fields = Object.entries(raw ?? {}).flatMap(([name, values]): [string, string[]][] => {
    if (!/^(?!__proto__$)[\w.:-]{1,255}$/.test(name) || !Array.isArray(values)) return []
    return [[name, values.slice(0, 100).map((value) => verbatim(value, maxValueLength))]]
  })
  return Object.fromEntries(fields.slice(0, maxFields))
}

export function customFields(custom: CustomFields = {}): Record<string, string[]> {
  return Object.fromEntries(Object.entries(custom).map(([name, values]) => [name, values.map(doubleBackslashes)]))
}

/** The input of `update_meta`: parallel lists; 0 replaces any previous value. */
export function metaFields(values: Readonly<Record<string, string>>): string {
  const names = Object.keys(values)
  return base64Json({
    meta_key: names,
    meta_value: Object.values(values).map(doubleBackslashes),
    check_prev: names.map(() => 0),
  })
}

export function readGallery(raw: unknown): GalleryImage[] {
  if (!Array.isArray(raw)) return []
  return raw.slice(0, maxImages).flatMap((image: unknown): GalleryImage[] => {
    if (!isMap(image)) return []
    const [id, src] = [idOf(image.id), webAddress(image.src)]
    if (id === null || src === '') return []
    return [
      {
        id,
        src,
        alt: line(image.alt, maxLength.title),
        caption: block(image.caption, maxLength.description),
        description: block(image.description, maxLength.description),
        title: line(image.title, maxLength.title),
      },
    ]
  })
}

export function galleryFields(images: readonly GalleryImage[]) {
  const empty = { alt: '', caption: '', description: '', title: '' }
  return images.map((image) => ({ ...empty, ...image }))
}
