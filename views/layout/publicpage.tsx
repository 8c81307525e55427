import type { ReactNode } from 'react'
import { classes } from '#views/ui/classes.ts'
import { Logo } from './header.tsx'
import { Page } from './page.tsx'
import type { DocumentProps } from './types.ts'

type PublicPageProps = DocumentProps & {
  width?: 'card' | 'wide'
  /** Without the bar: what stands in a frame of ours. */
  bare?: boolean
  aside?: ReactNode
}

export function PublicPage({ children, width = 'card', bare, aside, ...page }: PublicPageProps) {
  return (
    <Page {...page} layout="public">
      {!bare && (
        <header className="navbar">
          <Logo appname={page.appname} />
          {aside && <div className="end">{aside}</div>}
        </header>
      )}
      <main
        id="main"
        className={classes(bare ? 'bare' : 'public', width === 'wide' && 'wide')}
        // In a frame it stands beside the page's own.
        aria-label={bare ? page.title : undefined}
      >
        {children}
      </main>
    </Page>
  )
}
