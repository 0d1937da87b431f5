import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { ClientDetail, ClientRef } from '../client.ts'
import { toClientDetail } from '../describe-client.ts'
import { requireClient } from '../find-client.ts'

export const getClient = operation({
  name: 'get-client',
  ability: 'svc/get-client-v1',
  category: 'svc-clients',
  summary: 'Read one client by its id or e-mail address, with its custom fields.',
  effect: 'read',
  permission: 'clients.read',
  input: z.strictObject({ client_id_or_email: ClientRef }),
  output: ClientDetail,
}).does(async ({ client_id_or_email }, context) => toClientDetail(await requireClient(context, client_id_or_email)))
