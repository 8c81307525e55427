import { LinkButton } from '#views/ui/button.tsx'
import { withQuery } from '#views/ui/links.ts'

type PartsLinkProps = {
  href: string
  reference: string
  look?: 'primary'
}

/** To the lines of the job, where what was used is entered. */
export const PartsLink = ({ href, reference, look }: PartsLinkProps) => (
  <LinkButton
    icon="package"
    look={look}
    href={withQuery(href, { tab: 'output' })}
    aria-label={`Parts used on ${reference}`}
  >
    Parts used
  </LinkButton>
)
