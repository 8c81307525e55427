import { LinkButton } from '#views/ui/button.tsx'

/** Where a list was fetched from, where nobody chose a file. */
export type ImportSource = 'Xero' | 'Marss'

const fetchedAt: Record<ImportSource, string> = { Xero: '/xero', Marss: '/admin/inventory' }

type StartAgainProps = { name: string; source?: ImportSource; look?: 'primary' | 'quiet' }

export const StartAgain = ({ name, source, look = 'quiet' }: StartAgainProps) => (
  <LinkButton look={look} href={source ? fetchedAt[source] : `/import/${name}`}>
    {source ? `Back to ${source === 'Xero' ? source : 'Inventory'}` : 'Choose another file'}
  </LinkButton>
)
