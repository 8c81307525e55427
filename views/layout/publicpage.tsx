import type { ReactNode } from 'react'
import { classes } from '#views/ui/classes.ts'
import { Logo } from './header.tsx'
import { Page } from './page.tsx'
import type { DocumentProps } from './types.ts'

type PublicPageProps = DocumentProps & {
  width?: 'card' | 'wide'
  /** Without the bar: what stands in a frame of ours. */
  bare?: boolean
  /** For a client of the account, who has no home here. */
  forclient?: boolean
  aside?: ReactNode
}

export function PublicPage({ children, width = 'card', bare, forclient, aside, ...page }: PublicPageProps) {
  return (
    <Page {...page} layout="public" plain={forclient}>
      {!bare && (
        <header className="navbar">
          {forclient ? <strong className="brand">{page.appname}</strong> : <Logo appname={page.appname} />}
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
