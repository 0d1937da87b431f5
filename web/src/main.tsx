import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { queries } from './api/query.ts'
import { SessionProvider, seemsSignedIn } from './api/session.tsx'
import { router } from './router.tsx'
import { SignInGate } from './shell/sign-in-gate.tsx'
import './ui/style/tokens.css'
import './ui/style/base.css'
import './ui/style/controls.css'
import './ui/style/pieces.css'
import './ui/style/pictures.css'
import './ui/style/table.css'
import './shell/shell.css'

// The page is fetched while the service tells who is there, not after.
if (seemsSignedIn()) void router.load()

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <QueryClientProvider client={queries}>
      <SessionProvider>
        <SignInGate>
          <RouterProvider router={router} />
        </SignInGate>
      </SessionProvider>
    </QueryClientProvider>
  </StrictMode>,
)
