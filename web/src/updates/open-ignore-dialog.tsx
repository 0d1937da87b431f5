import { lazy, Suspense } from 'react'
import type { IgnoreDialogProps } from './ignore-dialog.tsx'

const Content = lazy(() => import('./ignore-dialog.tsx'))

/** Its script is loaded when it is opened. */
export const IgnoreDialog = (props: IgnoreDialogProps) => (
  <Suspense>
    <Content {...props} />
  </Suspense>
)
