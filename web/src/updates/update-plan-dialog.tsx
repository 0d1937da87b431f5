import { lazy, Suspense } from 'react'
import type { UpdatePlanProps } from './update-plan-content.tsx'

const UpdatePlanContent = lazy(() => import('./update-plan-content.tsx'))

/** The plan of an update run. Its script is loaded when it is opened. */
export const UpdatePlanDialog = (props: UpdatePlanProps) => (
  <Suspense fallback={null}>
    <UpdatePlanContent {...props} />
  </Suspense>
)
