import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { ConfirmIdentityHost } from './access/confirm-identity.tsx'
import { loadTextsOfLanguage } from './api/problem-message.ts'
import { queries } from './api/query.ts'
import { SessionProvider, seemsSignedIn } from './api/session.tsx'
import { router } from './router.tsx'
import { SignInGate } from './shell/sign-in-gate.tsx'
import './ui/style/font.css'
import './ui/style/tokens.css'
import './ui/style/base.css'
import './ui/style/controls.css'
import './ui/style/components.css'
import './ui/style/charts.css'
import './ui/style/table.css'
import './sites/site.css'
import './shell/shell.css'

// Loads the page's script while the account is being read.
if (seemsSignedIn()) void router.load()

const root = createRoot(document.getElementById('root')!)
// Not awaited at the top level: the script of the texts imports this one, so both would wait for each other.
void loadTextsOfLanguage().then(() =>
  root.render(
    <StrictMode>
      <QueryClientProvider client={queries}>
        <SessionProvider>
          <SignInGate>
            <RouterProvider router={router} />
          </SignInGate>
          <ConfirmIdentityHost />
        </SessionProvider>
      </QueryClientProvider>
    </StrictMode>,
  ),
)
