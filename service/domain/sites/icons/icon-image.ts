import { type ImageType, recogniseImage } from '../../../platform/image-size.ts'

export type IconType = ImageType

export const maxIconBytes = 65_536
const maxEdge = 1_024

/** The type of an icon, by its bytes alone; undefined for anything that is not a small image. */
export const recogniseIcon = (bytes: Buffer): IconType | undefined =>
  bytes.length > maxIconBytes ? undefined : recogniseImage(bytes, maxEdge)
