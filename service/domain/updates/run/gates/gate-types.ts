import type { Context } from '../../../../operation/context.ts'
import type { EffectivePolicy } from '../../../update-policies/index.ts'

export type GateContext = Context
export type GatePolicy = Pick<EffectivePolicy, 'gates' | 'keyText' | 'extraPaths'>

/** `off`: no gates, or none that could be checked here. `unchecked`: not known, because pages could not be read. */
export type Verdict = 'passed' | 'failed' | 'unchecked' | 'off'
