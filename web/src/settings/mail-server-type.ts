import type { DataOf, InputOf } from '../../../contract/client.ts'

export type Server = DataOf<'get-mail-server'>
export type ServerInput = InputOf<'update-mail-server'>
