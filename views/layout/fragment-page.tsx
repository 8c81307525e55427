import type { ReactNode } from 'react'
import { LinkButton } from '#views/ui/button.tsx'
import { PageTitle } from '#views/ui/pagetitle.tsx'

type PieceProps = {
  title: string
  above: string
  children: ReactNode
}

export const FragmentPage = ({ title, above, children }: PieceProps) => (
  <>
    <PageTitle
      title={title}
      subtitle="This is a part of a page."
      actions={
        <LinkButton look="primary" href={above}>
          {above === '/' ? 'Go to the start page' : 'Open the whole page'}
        </LinkButton>
      }
    />
    {children}
  </>
)
