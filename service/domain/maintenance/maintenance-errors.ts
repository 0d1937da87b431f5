import { permissionDenied, ServiceError } from '../../operation/errors.ts'

export const windowNotFound = (id: number) =>
  new ServiceError(
    'svc_maintenance_not_found',
    'missing',
    `There is no maintenance window ${id}. List them with GET /maintenance.`,
  )

export const maintenanceBeyondLimits = () =>
  permissionDenied('Your account is limited to some sites, so you may manage maintenance windows of single sites only.')
