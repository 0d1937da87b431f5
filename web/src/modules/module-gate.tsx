import type { ReactNode } from 'react'
import { useAppShell } from '../api/app-shell.ts'
import { LinkButton } from '../ui/button.tsx'
import { IconBox } from '../ui/icons.ts'
import { EmptyState, Loading } from '../ui/states.tsx'

function useKnownModule(module: string) {
  const { data, isPending } = useAppShell()
  return { known: data?.modules.find(({ name }) => name === module), isPending }
}

/** Whether a module is on; undefined while loading. */
export const useModule = (module: string): boolean | undefined => useKnownModule(module).known?.active

/** Renders its children while the module is on, otherwise a notice with a link to the modules. */
export function ModuleGate({ module, label, children }: { module: string; label?: string; children: ReactNode }) {
  const { known, isPending } = useKnownModule(module)
  // The service refuses operations of modules that are off.
  if (isPending) return <Loading />
  if (known?.active !== false) return children
  return (
    <section className="card">
      <EmptyState
        icon={IconBox}
        title={`${label ?? known.label} is switched off`}
        action={<LinkButton to="/modules">To the modules</LinkButton>}
      >
        {known.summary} What was recorded is kept and comes back when the module is switched on.
      </EmptyState>
    </section>
  )
}
