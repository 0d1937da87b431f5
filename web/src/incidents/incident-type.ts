import type { DataOf } from '../../../contract/client.ts'

export type IncidentDetail = DataOf<'get-incident'>
