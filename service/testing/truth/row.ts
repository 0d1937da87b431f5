import { type FleetState, fleetStates } from '../fleet-states.ts'

/** What a place says in each state. */
export type Row = Readonly<Record<FleetState, string>>

/** The text in most states, and those of the others. */
export const row = (usual: string, others: Partial<Row> = {}): Row =>
  // One entry per state.
  ({ ...Object.fromEntries(fleetStates.map((state) => [state, usual])), ...others }) as Row
