import { permissionDenied, ServiceError } from '../../operation/errors.ts'

export const tagNotFound = (id: number) =>
  new ServiceError('svc_tag_not_found', 'missing', `There is no tag ${id}. GET /tags lists them.`)

export const tagNameTaken = (name: string) =>
  new ServiceError('svc_already_exists', 'conflict', `There is already a tag called ${name}.`, {
    params: { name: 'must be different for every tag' },
  })

/** A tag applies to the whole fleet and can be the limit of a key. */
export const tagsAreShared = () =>
  permissionDenied('Tags belong to the whole fleet: a key that is limited to certain sites may only read them.')
