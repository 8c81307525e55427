import type { ReactNode } from 'react'
import { classes } from '#views/ui/classes.ts'
import { Logo } from './header.tsx'
import { Page } from './page.tsx'
import type { DocumentProps } from './types.ts'

type PublicPageProps = DocumentProps & {
  /** A narrow card for a form, or the full width for a document. */
  width?: 'card' | 'wide'
  /** On the right of the bar. */
  aside?: ReactNode
}

/** A page with a bar only: sign-in, setup, and what clients see under `/www`. */
export function PublicPage({ children, width = 'card', aside, ...page }: PublicPageProps) {
  return (
    <Page {...page} layout="public">
      <header className="navbar">
        <Logo appname={page.appname} />
        {aside && <div className="end">{aside}</div>}
      </header>
      <main id="main" className={classes('public', width === 'wide' && 'wide')}>
        {children}
      </main>
    </Page>
  )
}
