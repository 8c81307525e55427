import { Button, LinkButton } from '#views/ui/button.tsx'
import { Icon, type IconName } from '#views/ui/icon.tsx'
import { PublicPage } from './publicpage.tsx'
import type { DocumentProps } from './types.ts'

type ErrorContentProps = {
  title: string
  text: string
  icon?: IconName
  back?: string
  way?: { href: string; label: string }
  ways?: readonly Deed[]
}

type Deed = { action: string; label: string; id?: string }

/** What went wrong, inside whichever layout; the page script also reads its text out of an htmx answer. */
export function ErrorContent({ title, text, icon = 'warning', back, way, ways }: ErrorContentProps) {
  const { href, label } = way ?? { href: '/', label: 'Go to the start page' }
  return (
    <div className="errorpage">
      <Icon name={icon} size="large" />
      <h1>{title}</h1>
      <p data-error-message="">{text}</p>
      {ways?.map((deed) => (
        <form key={deed.label} method="post" action={deed.action}>
          {deed.id && <input type="hidden" name="id" value={deed.id} />}
          <Button type="submit">{deed.label}</Button>
        </form>
      )) ?? (
        <div className="buttons">
          {back && <LinkButton href={back}>Go back</LinkButton>}
          <LinkButton look="primary" href={href}>
            {label}
          </LinkButton>
        </div>
      )}
    </div>
  )
}

type ErrorPageProps = Omit<DocumentProps, 'children'> & ErrorContentProps

export function ErrorPage({ title, text, icon, back, way, ways, ...page }: ErrorPageProps) {
  return (
    <PublicPage title={title} {...page}>
      <ErrorContent {...{ title, text, icon, back, way, ways }} />
    </PublicPage>
  )
}
