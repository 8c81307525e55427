import { LinkButton } from '#views/ui/button.tsx'

export const StatementLink = ({ client }: { client: string }) => (
  <LinkButton icon="receipt" href={`/invoices/statement/${client}`}>
    Statement
  </LinkButton>
)
