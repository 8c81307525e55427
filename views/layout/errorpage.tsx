import { LinkButton } from '#views/ui/button.tsx'
import { Icon, type IconName } from '#views/ui/icon.tsx'
import { PublicPage } from './publicpage.tsx'
import type { DocumentProps } from './types.ts'

type ErrorContentProps = {
  title: string
  /** What happened, what was kept, what to do. */
  text: string
  icon?: IconName
  /** The way on. */
  way?: { href: string; label: string }
}

/** What went wrong, inside whichever layout; the page script also reads its text out of an htmx answer. */
export function ErrorContent({ title, text, icon = 'warning', way }: ErrorContentProps) {
  const { href, label } = way ?? { href: '/', label: 'Go to the start page' }
  return (
    <div className="errorpage">
      <Icon name={icon} size="large" />
      <h1>{title}</h1>
      <p data-error-message="">{text}</p>
      <LinkButton look="primary" href={href}>
        {label}
      </LinkButton>
    </div>
  )
}

type ErrorPageProps = Omit<DocumentProps, 'children'> & ErrorContentProps

/** A whole error page for when there is no frame to put it in. */
export function ErrorPage({ title, text, icon, way, ...page }: ErrorPageProps) {
  return (
    <PublicPage title={title} {...page}>
      <ErrorContent {...{ title, text, icon, way }} />
    </PublicPage>
  )
}
