import { LinkButton } from '#views/ui/button.tsx'
import { Banner } from '#views/ui/small.tsx'
import { paymentLabels, taxLabels } from './mapping-labels.ts'

type Codes = readonly { id: string; code: string }[]
/** `fields`: of the mapping, whose choice was archived or removed in Xero. `link`: elsewhere than on its own page. */
type LostNamesProps = { fields: readonly string[]; codes: Codes; link?: boolean }

export const LostNames = ({ fields, codes, link = false }: LostNamesProps) =>
  fields.length > 0 && (
    <Banner level="warning" actions={link && <OpenMapping look="primary" />}>
      Xero no longer has what the mapping has for {nameFields(fields, codes)}. What needs it is refused until
      another one is chosen.
    </Banner>
  )

export const OpenMapping = ({ look, small }: { look?: 'primary'; small?: boolean }) => (
  <LinkButton href="/xero/mapping" look={look} small={small}>
    Open the mapping
  </LinkButton>
)

function nameFields(fields: readonly string[], codes: Codes): string {
  const names = fields.map((field) => nameField(field, codes))
  const last = names.pop()
  return names.length > 0 ? `${names.join(', ')} and ${last}` : (last ?? '')
}

function nameField(field: string, codes: Codes): string {
  const labels: Record<string, string> = {
    sales: 'the account of sales',
    purchases: 'the account of purchases',
    ...Object.fromEntries(taxLabels.map(([key, label]) => [`tax-${key}`, `the tax rate “${label}”`])),
    ...Object.fromEntries(paymentLabels.map(([key, label]) => [`payment-${key}`, `payments by “${label}”`])),
    ...Object.fromEntries(codes.map(({ id, code }) => [`account-${id}`, `your account code ${code}`])),
  }
  return labels[field] ?? field
}
